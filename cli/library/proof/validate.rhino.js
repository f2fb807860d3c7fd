// Runs in the Rhino shell of veraPDF's jar (see verapdf.ts): reads the path of a PDF from each line of its standard input, and
// answers each with a line of JSON. Of ECMAScript, Rhino knows no `for (const … of …)` and no comma after a last argument; a
// `const` is given its value once in a call, also where it stands in a loop.

const V = Packages.org.verapdf;
const { Profiles, ErrorArgumentImpl } = V.pdfa.validation.profiles;
const STANDARD = V.pdfa.flavours.PDFAFlavour.PDFUA_1;
const SPECIFICATION = V.pdfa.flavours.PDFAFlavour.Specification.ISO_14289_1;
const PROFILE = "org/verapdf/pdfa/validation/PDFUA-1.xml";
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
function readProfile() {
  const source = java.lang.ClassLoader.getSystemResourceAsStream(PROFILE);
  const builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
  const root = builder.parse(source).getDocumentElement();
  const rules = new java.util.HashSet();
  childrenOf(childrenOf(root, "rules")[0], "rule").forEach((rule) => {
    rules.add(readRule(rule));
  });
  const variables = new java.util.HashSet();
  childrenOf(childrenOf(root, "variables")[0], "variable").forEach((variable) => {
    const name = variable.getAttribute("name");
    const object = variable.getAttribute("object");
    const begins = textOf(variable, "defaultValue");
    variables.add(Profiles.variableFromValues(name, object, begins, textOf(variable, "value")));
  });
  const details = Profiles.profileDetailsFromValues("PDF/UA-1", "", "veraPDF", new java.util.Date());
  return Profiles.profileFromValues(STANDARD, details, "", rules, variables);
}

function readRule(rule) {
  const [id] = childrenOf(rule, "id");
  const [error] = childrenOf(rule, "error");
  const given = new java.util.ArrayList();
  childrenOf(childrenOf(error, "arguments")[0], "argument").forEach((argument) => {
    given.add(ErrorArgumentImpl.fromValues(argument.getTextContent(), null, null));
  });
  const number = Number(id.getAttribute("testNumber"));
  const ruleId = Profiles.ruleIdFromValues(SPECIFICATION, id.getAttribute("clause"), number);
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

function validate(profile, file) {
  const { ValidatorFactory } = V.pdfa.validation.validators;
  const parser = V.pdfa.Foundries.defaultInstance().createParser(new java.io.File(file), STANDARD);
  const validator = ValidatorFactory.createValidator(profile, MOST_FAILURES_OF_A_RULE, false, false, false);
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
const profile = readProfile();
const input = new java.io.BufferedReader(new java.io.InputStreamReader(java.lang.System.in, "UTF-8"));
for (let file = input.readLine(); file !== null; file = input.readLine()) {
  let answer;
  try {
    answer = validate(profile, file);
  } catch (error) {
    answer = { error: String(error) };
  }
  java.lang.System.out.println(JSON.stringify(answer));
}
