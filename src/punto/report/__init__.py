"""Reports and sheets: documents as values, rendered to HTML and to PDF, and figures as JSON, CSV and spreadsheets.

Public: `par.par_html`, `par.par_pdf`; for other sheets `document`, `charts`, `html.html_of`, `pdf.pdf_of`.
"""
