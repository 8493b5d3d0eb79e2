// Our own elements, so that h("punto-card") and querySelector("punto-card") know what they give.

import type { Card } from "../src/punto/server/pages/lib/cards.js";
import type { ChipCount } from "../src/punto/server/pages/lib/chip-count.js";
import type { Cite } from "../src/punto/server/pages/lib/cite.js";
import type { Countdown } from "../src/punto/server/pages/lib/countdown.js";
import type { Header } from "../src/punto/server/pages/lib/header.js";
import type { Refusal } from "../src/punto/server/pages/lib/refusal.js";
import type { Roads } from "../src/punto/server/pages/lib/roads.js";
import type { SiteFooter } from "../src/punto/server/pages/lib/site-footer.js";
import type { StillHere } from "../src/punto/server/pages/lib/still-here.js";
import type { TableBank } from "../src/punto/server/pages/lib/table-bank.js";
import type { LookedAt } from "../src/punto/server/pages/pit/looked-at.js";
import type { PitTime } from "../src/punto/server/pages/pit/time.js";
import type { Squeeze } from "../src/punto/server/pages/table/squeeze.js";

declare global {
  interface HTMLElementTagNameMap {
    "chip-count": ChipCount;
    "pit-detail": LookedAt;
    "pit-time": PitTime;
    "punto-card": Card;
    "punto-cite": Cite;
    "punto-countdown": Countdown;
    "punto-header": Header;
    "punto-refusal": Refusal;
    "punto-roads": Roads;
    "punto-squeeze": Squeeze;
    "punto-still-here": StillHere;
    "site-footer": SiteFooter;
    "table-bank": TableBank;
  }
}
