// Runs in the Rhino shell of veraPDF's jar (see verapdf.ts): reads a standard and the path of a PDF, separated by a tab, from each line
// of its standard input, and answers each with a line of JSON. Of ECMAScript, Rhino knows no `for (const … of …)` and no comma after a last argument; a
// `const` is given its value once in a call, also where it stands in a loop.

const V = Packages.org.verapdf;
const { Profiles, ErrorArgumentImpl } = V.pdfa.validation.profiles;
const { PDFAFlavour } = V.pdfa.flavours;
const STANDARDS = {
  "PDF/UA-1": {
    flavour: PDFAFlavour.PDFUA_1,
    specification: PDFAFlavour.Specification.ISO_14289_1,
    file: "PDFUA-1",
  },
  "PDF/A-2a": {
    flavour: PDFAFlavour.PDFA_2_A,
    specification: PDFAFlavour.Specification.ISO_19005_2,
    file: "PDFA-2A",
  },
  "PDF/A-3a": {
    flavour: PDFAFlavour.PDFA_3_A,
    specification: PDFAFlavour.Specification.ISO_19005_3,
    file: "PDFA-3A",
  },
};
const MOST_FAILURES_OF_A_RULE = 100;

function childrenOf(node, name) {
  const found = [];
  for (let each = node.getFirstChild(); each; each = each.getNextSibling())
    if (String(each.getNodeName()) === name) found.push(each);
  return found;
}

function textOf(node, name) {
  const [child] = childrenOf(node, name);
  return child ? child.getTextContent() : "";
}

/** The jar has the profile as XML, but not the library (JAXB) that its own reader needs. */
function readProfile(name) {
  const { flavour, specification, file } = STANDARDS[name];
  const path = `org/verapdf/pdfa/validation/${file}.xml`;
  const source = java.lang.ClassLoader.getSystemResourceAsStream(path);
  const builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
  const root = builder.parse(source).getDocumentElement();
  const rules = new java.util.HashSet();
  childrenOf(childrenOf(root, "rules")[0], "rule").forEach((rule) => {
    rules.add(readRule(rule, specification));
  });
  const variables = new java.util.HashSet();
  childrenOf(childrenOf(root, "variables")[0], "variable").forEach((variable) => {
    const name = variable.getAttribute("name");
    const object = variable.getAttribute("object");
    const begins = textOf(variable, "defaultValue");
    variables.add(Profiles.variableFromValues(name, object, begins, textOf(variable, "value")));
  });
  const details = Profiles.profileDetailsFromValues(name, "", "veraPDF", new java.util.Date());
  return Profiles.profileFromValues(flavour, details, "", rules, variables);
}

function readRule(rule, specification) {
  const [id] = childrenOf(rule, "id");
  const [error] = childrenOf(rule, "error");
  const given = new java.util.ArrayList();
  childrenOf(childrenOf(error, "arguments")[0], "argument").forEach((argument) => {
    given.add(ErrorArgumentImpl.fromValues(argument.getTextContent(), null, null));
  });
  const number = Number(id.getAttribute("testNumber"));
  const ruleId = Profiles.ruleIdFromValues(specification, id.getAttribute("clause"), number);
  const object = rule.getAttribute("object");
  const isDeferred = String(rule.getAttribute("deferred")) === "true" ? java.lang.Boolean.TRUE : null;
  const tags = rule.getAttribute("tags");
  const described = textOf(rule, "description");
  const test = textOf(rule, "test");
  const said = Profiles.errorFromValues(textOf(error, "message"), given);
  const references = new java.util.ArrayList();
  return Profiles.ruleFromValues(ruleId, object, isDeferred, tags, described, test, said, references);
}

function describeFailure(failure) {
  const id = failure.getRuleId();
  const rule = `${id.getClause()}-${id.getTestNumber()}`;
  return { rule, message: String(failure.getMessage()), place: String(failure.getLocation().getContext()) };
}

function validate(standard, file) {
  const { ValidatorFactory } = V.pdfa.validation.validators;
  const parser = V.pdfa.Foundries.defaultInstance().createParser(
    new java.io.File(file),
    STANDARDS[standard].flavour,
  );
  const validator = ValidatorFactory.createValidator(
    profileOf(standard),
    MOST_FAILURES_OF_A_RULE,
    false,
    false,
    false,
  );
  try {
    const result = validator.validateAll(parser).get(0);
    const failures = [];
    const found = result.getTestAssertions();
    for (let index = 0; index < found.size(); index++) failures.push(describeFailure(found.get(index)));
    return { checks: Number(result.getTotalAssertions()), isConforming: result.isCompliant(), failures };
  } finally {
    validator.close();
    parser.close();
  }
}

V.gf.foundry.VeraGreenfieldFoundryProvider.initialise();
function answerTo(line) {
  const [standard, file] = line.split("\t");
  return validate(standard, file);
}

const profiles = {};
function profileOf(standard) {
  profiles[standard] = profiles[standard] || readProfile(standard);
  return profiles[standard];
}
const input = new java.io.BufferedReader(new java.io.InputStreamReader(java.lang.System.in, "UTF-8"));
for (let line = input.readLine(); line !== null; line = input.readLine()) {
  let answer;
  try {
    answer = answerTo(String(line));
  } catch (error) {
    answer = { error: String(error) };
  }
  java.lang.System.out.println(JSON.stringify(answer));
}
