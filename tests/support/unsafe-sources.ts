const LINK = /the PDF would link to/;
const FILE = /the PDF would have the file "invoice\.exe" attached/;

/**
 * Ways a template could put something unsafe into every PDF: what it is, the source, and how it is rejected.
 */
export const UNSAFE_SOURCES: [name: string, source: string, expected: RegExp][] = [
  ["a link", '#link("javascript:alert(1)")[x]', /the PDF would link to|link\(\) accepts any address/],
  [
    "a link under another name",
    '#let go = link\n#go("JaVa\\nScript:alert(1)")[x]',
    /the PDF would link to "JaVa Script:alert\(1\)"; a link has to start with/,
  ],
  ["a link of std", '#std.link("vbscript:x")[x]', LINK],
  ["a link in brackets", '#(link)("file:///etc/passwd")[x]', LINK],
  ["a link by its spelling", '#dictionary(std).at("li" + "nk")("java" + "script:x")[x]', LINK],
  ["an imported link", '#import std: link as go\n#go("invoice.exe")[x]', LINK],
  ["an attached file", '#pdf.attach("invoice.exe", bytes("MZ"))', FILE],
  ["an embedded file under another name", '#let p = pdf\n#p.embed("invoice.exe", bytes("MZ"))', FILE],
];
