/**
 * What a field means, whatever a template calls it: `x-means`. The list is closed. A name with `[]` is for a field in the
 * rows of a list. Names follow what exists: JSON Resume for a person's path, EN 16931 for a bill, schema.org for the rest.
 */

/** The kind of value of a meaning; a text may have any number of lines. */
export type MeaningKind = "text" | "date" | "time" | "money" | "currency" | "number" | "image";
type Meaning = {
  kind: MeaningKind;
  label: string;
  /** The origin of the meaning: a field of JSON Resume 1.0, a term of EN 16931, a property of schema.org. */
  from: string;
};

const of = (kind: MeaningKind) => (label: string, from: string) => ({ kind, label, from });
const text = of("text");
const date = of("date");
const time = of("time");
const money = of("money");
const number = of("number");
const image = of("image");

const WHO_WRITES = {
  "sender.name": text("Name", "JSON Resume basics.name"),
  "sender.profession": text("Profession", "JSON Resume basics.label"),
  "sender.organisation": text("Organisation", "schema.org worksFor"),
  "sender.legal_name": text("Full legal name", "EN 16931 BT-27"),
  "sender.tagline": text("Motto", "schema.org slogan"),
  "sender.street": text("Street", "EN 16931 BT-35"),
  "sender.postcode": text("Postcode", "EN 16931 BT-38"),
  "sender.town": text("Town", "EN 16931 BT-37"),
  "sender.country": text("Country", "EN 16931 BT-40"),
  "sender.address": text("Address", "EN 16931 BG-5"),
  "sender.email": text("E-mail", "JSON Resume basics.email"),
  "sender.phone": text("Phone", "JSON Resume basics.phone"),
  "sender.website": text("Website", "JSON Resume basics.url"),
  "sender.code": text("Where your code is", "JSON Resume basics.profiles"),
  "sender.contact": text("Contact", "EN 16931 BG-6"),
  "sender.tax_id": text("Tax number", "EN 16931 BT-31"),
  "sender.company_id": text("Company number", "EN 16931 BT-30"),
  "sender.legal": text("Registration and bank", "EN 16931 BT-33"),
  "sender.iban": text("IBAN", "EN 16931 BT-84"),
  "sender.bic": text("BIC", "EN 16931 BT-86"),
  "sender.bank": text("Bank", "EN 16931 BT-85"),
  "sender.logo": image("Logo", "schema.org logo"),
  "sender.photo": image("Photo", "JSON Resume basics.image"),
  "sender.signature": image("Signature", "schema.org image"),
  "sender.about": text("About you", "JSON Resume basics.summary"),
} as const satisfies Record<string, Meaning>;

const TO_WHOM = {
  "recipient.name": text("Recipient", "EN 16931 BT-44"),
  "recipient.attention": text("For the attention of", "EN 16931 BT-56"),
  "recipient.role": text("Recipient’s position", "schema.org jobTitle"),
  "recipient.organisation": text("Recipient’s company", "schema.org worksFor"),
  "recipient.street": text("Recipient’s street", "EN 16931 BT-50"),
  "recipient.postcode": text("Recipient’s postcode", "EN 16931 BT-53"),
  "recipient.town": text("Recipient’s town", "EN 16931 BT-52"),
  "recipient.country": text("Recipient’s country", "EN 16931 BT-55"),
  "recipient.address": text("Recipient’s address", "EN 16931 BG-8"),
  "recipient.email": text("Recipient’s e-mail", "EN 16931 BT-58"),
  "recipient.tax_id": text("Recipient’s tax number", "EN 16931 BT-48"),
  "recipient.reference": text("Their reference", "EN 16931 BT-10"),
} as const satisfies Record<string, Meaning>;

const BILLS = {
  "invoice.number": text("Invoice number", "EN 16931 BT-1"),
  "invoice.issued": date("Issued on", "EN 16931 BT-2"),
  "invoice.due": date("Due on", "EN 16931 BT-9"),
  "invoice.delivered": text("Delivered", "EN 16931 BT-72"),
  "invoice.project": text("Project", "EN 16931 BT-11"),
  "invoice.currency": { kind: "currency", label: "Currency", from: "EN 16931 BT-5" },
  "invoice.unit": text("What the quantity counts", "EN 16931 BT-130"),
  "invoice.lines[].description": text("Item", "EN 16931 BT-153"),
  "invoice.lines[].detail": text("Detail", "EN 16931 BT-154"),
  "invoice.lines[].date": date("Date", "EN 16931 BT-134"),
  "invoice.lines[].quantity": number("Quantity", "EN 16931 BT-129"),
  "invoice.lines[].unit": text("Unit", "EN 16931 BT-130"),
  "invoice.lines[].price": money("Price", "EN 16931 BT-146"),
  "invoice.lines[].tax_rate": number("Tax in per cent", "EN 16931 BT-152"),
  "invoice.lines_title": text("Heading of the items", "schema.org name"),
  "invoice.discount": number("Discount in per cent", "EN 16931 BT-94"),
  "invoice.discount_label": text("Name of the discount", "EN 16931 BT-97"),
  "invoice.tax_rate": number("Tax in per cent", "EN 16931 BT-119"),
  "invoice.tax_label": text("Name of the tax", "EN 16931 BT-118"),
  "invoice.payment": text("How to pay", "EN 16931 BG-16"),
  "invoice.payment_reference": text("Payment reference", "EN 16931 BT-83"),
  "invoice.terms": text("Terms", "EN 16931 BT-20"),
  "invoice.note": text("Note", "EN 16931 BT-22"),
  "offer.number": text("Quote number", "schema.org identifier"),
  "offer.valid_until": date("Valid until", "schema.org validThrough"),
  "receipt.number": text("Receipt number", "schema.org identifier"),
  "approval.name": text("Who approves it", "schema.org acceptedBy"),
} as const satisfies Record<string, Meaning>;

const PATHS_OF_PEOPLE = {
  "work[].position": text("Position", "JSON Resume work.position"),
  "work[].organisation": text("Employer", "JSON Resume work.name"),
  "work[].from": date("From", "JSON Resume work.startDate"),
  "work[].to": date("To", "JSON Resume work.endDate"),
  "work[].years": text("Years", "JSON Resume work.startDate"),
  "work[].text": text("What you did", "JSON Resume work.summary"),
  "work[].tools": text("Tools used", "JSON Resume work.highlights"),
  "education[].study": text("Degree or course", "JSON Resume education.area"),
  "education[].institution": text("School", "JSON Resume education.institution"),
  "education[].from": date("From", "JSON Resume education.startDate"),
  "education[].to": date("To", "JSON Resume education.endDate"),
  "education[].years": text("Years", "JSON Resume education.startDate"),
  "education[].text": text("Thesis or remark", "JSON Resume education.courses"),
  "projects[].name": text("Project", "JSON Resume projects.name"),
  "projects[].years": text("Year", "JSON Resume projects.startDate"),
  "projects[].text": text("In one line", "JSON Resume projects.description"),
  "projects[].tools": text("Tools used", "JSON Resume projects.keywords"),
  "publications[].title": text("Title", "JSON Resume publications.name"),
  "publications[].text": text("Published in", "JSON Resume publications.publisher"),
  "publications[].year": text("Year", "JSON Resume publications.releaseDate"),
  "awards[].title": text("Award", "JSON Resume awards.title"),
  "awards[].text": text("What for", "JSON Resume awards.summary"),
  "awards[].year": text("Year", "JSON Resume awards.date"),
  "skills[].name": text("Group of skills", "JSON Resume skills.name"),
  "skills[].keywords": text("Skills", "JSON Resume skills.keywords"),
  "cv.education": text("Training", "JSON Resume education"),
  "cv.projects_title": text("What you call your projects", "JSON Resume projects"),
  "cv.skills": text("Skills", "JSON Resume skills"),
  "cv.languages": text("Languages", "JSON Resume languages"),
  "cv.references": text("References", "JSON Resume references"),
  "cv.awards": text("Awards", "JSON Resume awards"),
  "cv.certificates": text("Certificates", "JSON Resume certificates"),
  "cv.interests": text("Interests", "JSON Resume interests"),
} as const satisfies Record<string, Meaning>;

const EVENTS = {
  "event.title": text("What it is called", "schema.org name"),
  "event.subtitle": text("Second line", "schema.org alternateName"),
  "event.date": date("Date", "schema.org startDate"),
  "event.last_day": date("Last day", "schema.org endDate"),
  "event.time": time("Time", "schema.org startDate"),
  "event.until": time("Until", "schema.org endDate"),
  "event.when": text("When, in words", "schema.org eventSchedule"),
  "event.hours": text("Hours", "schema.org openingHours"),
  "event.place": text("Place", "schema.org location"),
  "event.address": text("Address of the place", "schema.org address"),
  "event.host": text("Who invites", "schema.org organizer"),
  "event.price": text("Entry", "schema.org offers"),
  "event.note": text("Note", "schema.org description"),
  "event.reply": text("Reply to", "schema.org potentialAction"),
  "programme[].time": time("Time", "schema.org startDate"),
  "programme[].title": text("What happens", "schema.org subEvent"),
  "award.recipient": text("Awarded to", "schema.org recipient"),
  "award.title": text("Title", "schema.org award"),
  "award.for": text("What for", "schema.org description"),
  "award.class": text("Class", "schema.org category"),
  "award.rank": text("Rank", "schema.org position"),
  "award.date": date("Date", "schema.org dateIssued"),
  "award.number": text("Number", "schema.org identifier"),
} as const satisfies Record<string, Meaning>;

const PRICED = {
  "menu.items[].name": text("Dish or service", "schema.org MenuItem"),
  "menu.items[].detail": text("What is in it", "schema.org description"),
  "menu.items[].price": money("Price", "schema.org price"),
  "menu.currency": { kind: "currency", label: "Currency", from: "schema.org priceCurrency" },
  "menu.note": text("Allergens and service", "schema.org disclaimer"),
} as const satisfies Record<string, Meaning>;

const WRITTEN = {
  "letter.subject": text("Subject", "schema.org headline"),
  "letter.greeting": text("Greeting", "schema.org text"),
  "letter.body": text("Letter", "schema.org text"),
  "letter.closing": text("Closing", "schema.org text"),
  "letter.signature": text("Handwritten signature", "schema.org signature"),
  "letter.signer": text("Who signs", "schema.org author"),
  "letter.signer_role": text("Position of who signs", "schema.org jobTitle"),
  "letter.enclosed": text("Enclosed", "schema.org hasPart"),
  "letter.reference": text("Our reference", "schema.org identifier"),
  "letter.place": text("Where it is written", "schema.org locationCreated"),
  "document.title": text("Title", "schema.org headline"),
  "document.subtitle": text("Second line", "schema.org alternativeHeadline"),
  "document.date": date("Date", "schema.org dateCreated"),
  "document.period": text("Period", "schema.org temporalCoverage"),
  "document.organisation": text("Organisation", "schema.org publisher"),
  "document.author": text("Author", "schema.org author"),
  "document.summary": text("Summary", "schema.org abstract"),
  "document.note": text("Note", "schema.org comment"),
  "document.quote": text("Quotation", "schema.org quotation"),
  "document.quote_by": text("Who said it", "schema.org spokenByCharacter"),
  "document.next": text("What comes next", "schema.org nextItem"),
  "document.thanks": text("Thanks", "schema.org acknowledgement"),
  "sections[].title": text("Heading", "schema.org headline"),
  "sections[].text": text("Text", "schema.org articleBody"),
  "sections[].result": text("What came of it", "schema.org result"),
  "sections[].when": text("When", "schema.org temporal"),
  "sections[].who": text("Who", "schema.org contributor"),
  "figures[].figure": text("Figure", "schema.org value"),
  "figures[].label": text("What it counts", "schema.org name"),
  "people[].name": text("Name", "schema.org name"),
  "people[].role": text("Role", "schema.org roleName"),
  "people[].organisation": text("Company", "schema.org worksFor"),
  "people[].address": text("Address", "schema.org address"),
  "people[].table": text("Table", "schema.org location"),
  "meeting.people": text("Who was there", "schema.org attendee"),
  "meeting.absent": text("Absent", "schema.org attendee"),
  "tasks[].what": text("Task", "schema.org Action"),
  "tasks[].who": text("Who", "schema.org agent"),
  "tasks[].due": date("By when", "schema.org endTime"),
  "entries[].date": date("Date", "schema.org startDate"),
  "entries[].time": time("Time", "schema.org startDate"),
  "entries[].until": time("Until", "schema.org endTime"),
  "entries[].text": text("What", "schema.org name"),
  "rows[].label": text("Row", "schema.org name"),
  "rows[].value": number("Value", "schema.org value"),
} as const satisfies Record<string, Meaning>;

const AGREEMENTS = {
  "agreement.subject": text("What it is about", "schema.org itemOffered"),
  "agreement.from": date("Begins on", "schema.org validFrom"),
  "agreement.until": date("Ends on", "schema.org validThrough"),
  "agreement.notice": text("Notice period", "schema.org duration"),
  "agreement.number": text("Contract number", "schema.org identifier"),
  "agreement.person": text("Whom it concerns", "schema.org participant"),
  "agreement.price": money("Price", "schema.org price"),
  "agreement.deposit": money("Deposit", "schema.org downPayment"),
  "agreement.place": text("Where it is signed", "schema.org locationCreated"),
  "items[].name": text("Thing", "schema.org name"),
  "items[].serial": text("Serial number", "schema.org serialNumber"),
  "items[].parts": text("With it", "schema.org isRelatedTo"),
  "items[].state": text("State", "schema.org itemCondition"),
  "items[].worth": money("Worth", "schema.org price"),
  "reference.person": text("Whom you recommend", "schema.org about"),
  "reference.position": text("Position held", "schema.org roleName"),
} as const satisfies Record<string, Meaning>;

export const MEANINGS = {
  ...WHO_WRITES,
  ...TO_WHOM,
  ...BILLS,
  ...PATHS_OF_PEOPLE,
  ...EVENTS,
  ...PRICED,
  ...WRITTEN,
  ...AGREEMENTS,
} as const satisfies Record<string, Meaning>;
export type MeaningName = keyof typeof MEANINGS;

const BY_NAME = new Map<string, Meaning>(Object.entries(MEANINGS));

export function findMeaning(name: string): Meaning | undefined {
  return BY_NAME.get(name);
}
