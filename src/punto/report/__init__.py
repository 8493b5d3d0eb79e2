"""Sheets to file and to read: documents as values, rendered to HTML and to PDF.

Public: `par.par_html`, `par.par_pdf`; for other sheets `document`, `charts`, `html.html_of`, `pdf.pdf_of`.
"""
