"""The stylesheet inside every HTML sheet: no file beside it, no script, no network."""

from __future__ import annotations

from punto.report.colours import DARK, LIGHT, Colours


def stylesheet() -> str:
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables(DARK)}}}}}"
    return f":root{{{_variables(LIGHT)}}}{dark}{RULES}"


def _variables(colours: Colours) -> str:
    names = ("page", "ink", "quiet", "rule", "panel", "house", "patron")
    plain = [f"--{name}:{getattr(colours, name)}" for name in names]
    tones = [f"--{tone.value}:{ground};--{tone.value}-ink:{ink}" for tone, (ground, ink) in colours.tones.items()]
    return ";".join(plain + tones)


RULES = """
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
 "Helvetica Neue","Noto Sans","PingFang TC","Microsoft JhengHei","Noto Sans TC","Noto Sans CJK TC",sans-serif;
 font-variant-numeric:lining-nums tabular-nums}
main{max-width:1180px;margin:0 auto;padding:48px 32px 64px}
header{border-bottom:2px solid var(--ink);padding-bottom:20px;margin-bottom:8px}
.kind{margin:0;font-size:12px;letter-spacing:.14em;text-transform:uppercase;color:var(--quiet)}
h1{margin:.2em 0 0;font-size:30px;line-height:1.2;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
h1+p{margin:.25em 0 0;font-size:19px;color:var(--quiet)}
h2{margin:56px 0 12px;font-size:20px;line-height:1.3;font-weight:650}
h2 span{color:var(--quiet);font-weight:400;margin-right:.6em}
p,ul{max-width:76ch;margin:.6em 0}
ul{padding-left:1.1em}li{margin:.35em 0}li b{font-weight:600}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:3px 20px;margin:20px 0 0;font-size:14px}
dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
.hash{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
nav{margin:18px 0 0;font-size:13px;columns:3 200px;column-gap:28px}
nav a{display:block;color:inherit;text-decoration:none;padding:1px 0;break-inside:avoid}
nav a:hover{text-decoration:underline}nav a span{color:var(--quiet);display:inline-block;min-width:1.7em}
.explanation{max-width:none;font-size:12.5px}
.note{max-width:none;border-left:3px solid var(--house);background:var(--panel);padding:10px 16px;margin:14px 0}
.note.alarm{border-color:var(--patron)}
.box{overflow-x:auto;margin:14px 0 6px;max-width:100%}
.box:focus-visible{outline:2px solid var(--house);outline-offset:2px}
table{border-collapse:separate;border-spacing:0;font-size:13.5px;line-height:1.4}
.caption{font-size:13px;color:var(--quiet);margin:18px 0 -8px}
th,td{padding:5px 11px;text-align:left;vertical-align:baseline;white-space:nowrap;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child{padding-left:0}
thead th{font-weight:600;font-size:12px;color:var(--quiet);vertical-align:bottom;border-bottom:1.5px solid var(--ink)}
tbody th{font-weight:500}
.digits{text-align:right}.centre{text-align:center}
.long{white-space:normal;min-width:20em}thead .long{min-width:0}
.fraction{font-size:12px}thead th.fraction,.small thead th.fraction{font-size:12px}
.small table{font-size:12.5px}.small th,.small td{padding:3px 7px}.small .fraction{font-size:11px}
.tiny table,.tiny thead th,.tiny .fraction,.tiny thead th.fraction{font-size:11px}
.tiny th,.tiny td{padding:2px 4px}
.small th:first-child,.tiny th:first-child{padding-left:0}
.aside{color:var(--quiet);margin-left:.45em;font-weight:400}
.above{display:block;font-size:11px;line-height:1.3;opacity:.78;font-weight:400}
.grid td,.grid th{border:1px solid var(--page)}
.grid td{min-width:74px;text-align:center;padding:6px 4px}
.grid tbody th{text-align:left;vertical-align:middle;padding:6px 14px 6px 0}
.grid thead th{border-bottom:0;text-align:center}
.marked{font-weight:700;box-shadow:inset 0 0 0 2px var(--patron)}
td.marked:not([class*=" p"]){box-shadow:none;color:var(--patron)}
.legend{display:flex;flex-wrap:wrap;gap:6px 16px;font-size:12.5px;color:var(--quiet);padding:0;margin:4px 0 16px;
 list-style:none;max-width:none}
.legend li{margin:0;display:flex;align-items:center;gap:6px}
.legend i{display:inline-block;width:22px;height:15px;border-radius:2px;font:700 9px/15px system-ui,sans-serif;
 text-align:center}
.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:18px 22px;margin:18px 0}
.gallery.wide{grid-template-columns:minmax(0,860px)}
figure{margin:0}figcaption{font-size:13px;font-weight:600;line-height:1.35}figcaption .aside{font-weight:400}
svg{display:block;width:100%;height:auto;margin-top:3px}
svg text{font-size:9px;fill:var(--quiet);font-family:inherit}svg .value{font-size:10px;font-weight:600;fill:var(--ink)}
.axis{stroke:var(--quiet);stroke-width:1;fill:none}.line-grid{stroke:var(--rule);stroke-width:1;fill:none}
.curve{stroke:var(--house);stroke-width:1.6;fill:none;stroke-linejoin:round}
.card{fill:#fffdf8;stroke:#8a8f90;stroke-width:1}svg .red,svg .black{font-size:17px;font-weight:600}
svg .red{fill:#b3261e}svg .black{fill:#16191a}
.band1{fill:var(--h4)}.band2{fill:var(--h3)}.band3{fill:var(--h2)}
.dot,.here,.house{fill:var(--house)}.here{stroke:var(--page);stroke-width:1.5}.patron{fill:var(--patron)}
footer{margin-top:64px;border-top:1px solid var(--rule);padding-top:12px;font-size:12px;color:var(--quiet);
 overflow-wrap:anywhere}
@media (max-width:640px){main{padding:28px 16px 48px}h1{font-size:24px}h1+p{font-size:17px}h2{margin-top:44px}
 .long{min-width:15em}
 .names tr>:first-child{position:sticky;left:0;background:var(--page);z-index:1;box-shadow:1px 0 0 var(--rule)}
 .names tr>:first-child .aside{display:block;margin-left:0}.names tbody th.words{white-space:normal;min-width:7.5em}
 .grid tr>:first-child{box-shadow:none}.grid tbody th.words{white-space:nowrap}
 dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:7px}.grid td{min-width:62px}}
@media print{@page{size:A4;margin:16mm 14mm}body{font-size:10pt}main{max-width:none;padding:0}nav{display:none}
 .box{overflow:visible}h2{break-after:avoid}figure,tr,.note,.grid{break-inside:avoid}thead{display:table-header-group}
 .explanation{font-size:7.5pt}table{font-size:8.5pt}.small table{font-size:7pt}.tiny table{font-size:6pt}
 .fraction{white-space:normal;font-size:7pt}.long{min-width:0}
 .gallery:not(.wide){grid-template-columns:repeat(3,1fr)}.appendix{break-before:page}
 td,.marked,.legend i,.note,svg *{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
"""
