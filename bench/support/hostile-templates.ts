/** Sources that put something into a PDF that no document should contain, each spelled differently. */
export const HOSTILE_TEMPLATES: Record<string, string> = {
  "a link": '#link("javascript:alert(1)")[Pay]',
  "a link by another name": '#let go = link\n#go("javascript:alert(1)")[Pay]',
  "the standard library's link": '#std.link("javascript:alert(1)")[Pay]',
  "a link with a space before": '#let go = std.link\n#go(" JavaScript:alert(1)")[Pay]',
  "an attached program": '#pdf.attach("invoice.exe", bytes("MZ"))\nPay',
  "an attached program by another name":
    '#let put = std.pdf\n#put.attach("invoice.exe", bytes("MZ"), relationship: "data")\nPay',
};
