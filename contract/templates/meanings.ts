/**
 * What a field means, whatever a template calls it: `x-means`. The list is closed. A name with `[]` is for a field in the
 * rows of a list. Names follow what exists: JSON Resume for a person's path, EN 16931 for a bill, schema.org for the rest.
 */

/** The kind of value of a meaning; a text may have any number of lines. */
export type MeaningKind = "text" | "date" | "time" | "money" | "currency" | "number" | "image";
type Meaning = {
  kind: MeaningKind;
  /** The origin of the meaning: a field of JSON Resume 1.0, a term of EN 16931, a property of schema.org. */
  from: string;
};

const of = (kind: MeaningKind) => (from: string) => ({ kind, from });
const text = of("text");
const date = of("date");
const time = of("time");
const money = of("money");
const number = of("number");
const image = of("image");
const currency = of("currency");

const WHO_WRITES = {
  "sender.name": text("JSON Resume basics.name"),
  "sender.profession": text("JSON Resume basics.label"),
  "sender.organisation": text("schema.org worksFor"),
  "sender.legal_name": text("EN 16931 BT-27"),
  "sender.tagline": text("schema.org slogan"),
  "sender.street": text("EN 16931 BT-35"),
  "sender.postcode": text("EN 16931 BT-38"),
  "sender.town": text("EN 16931 BT-37"),
  "sender.country": text("EN 16931 BT-40"),
  "sender.address": text("EN 16931 BG-5"),
  "sender.email": text("JSON Resume basics.email"),
  "sender.phone": text("JSON Resume basics.phone"),
  "sender.website": text("JSON Resume basics.url"),
  "sender.code": text("JSON Resume basics.profiles"),
  "sender.contact": text("EN 16931 BG-6"),
  "sender.tax_id": text("EN 16931 BT-31"),
  "sender.company_id": text("EN 16931 BT-30"),
  "sender.vat_id": text("EN 16931 BT-31, where the tax number is another one"),
  "sender.tax_number": text("EN 16931 BT-32"),
  "sender.electronic_address": text("EN 16931 BT-34"),
  "sender.contact_name": text("EN 16931 BT-41"),
  "sender.legal": text("EN 16931 BT-33"),
  "sender.iban": text("EN 16931 BT-84"),
  "sender.bic": text("EN 16931 BT-86"),
  "sender.bank": text("EN 16931 BT-85"),
  "sender.logo": image("schema.org logo"),
  "sender.photo": image("JSON Resume basics.image"),
  "sender.signature": image("schema.org image"),
  "sender.about": text("JSON Resume basics.summary"),
} as const satisfies Record<string, Meaning>;

const TO_WHOM = {
  "recipient.name": text("EN 16931 BT-44"),
  "recipient.attention": text("EN 16931 BT-56"),
  "recipient.role": text("schema.org jobTitle"),
  "recipient.organisation": text("schema.org worksFor"),
  "recipient.street": text("EN 16931 BT-50"),
  "recipient.postcode": text("EN 16931 BT-53"),
  "recipient.town": text("EN 16931 BT-52"),
  "recipient.country": text("EN 16931 BT-55"),
  "recipient.address": text("EN 16931 BG-8"),
  "recipient.email": text("EN 16931 BT-58"),
  "recipient.tax_id": text("EN 16931 BT-48"),
  "recipient.electronic_address": text("EN 16931 BT-49"),
  "recipient.reference": text("EN 16931 BT-10"),
} as const satisfies Record<string, Meaning>;

const BILLS = {
  "invoice.number": text("EN 16931 BT-1"),
  "invoice.issued": date("EN 16931 BT-2"),
  "invoice.due": date("EN 16931 BT-9"),
  "invoice.corrected": text("EN 16931 BT-25"),
  "invoice.corrected_issued": date("EN 16931 BT-26"),
  "invoice.delivered": text("EN 16931 BT-72"),
  "invoice.project": text("EN 16931 BT-11"),
  "invoice.currency": currency("EN 16931 BT-5"),
  "invoice.unit": text("EN 16931 BT-130"),
  "invoice.lines[].description": text("EN 16931 BT-153"),
  "invoice.lines[].detail": text("EN 16931 BT-154"),
  "invoice.lines[].code": text("EN 16931 BT-155"),
  "invoice.lines[].date": date("EN 16931 BT-134"),
  "invoice.lines[].quantity": number("EN 16931 BT-129"),
  "invoice.lines[].unit": text("EN 16931 BT-130"),
  "invoice.lines[].price": money("EN 16931 BT-146"),
  "invoice.lines[].tax_rate": number("EN 16931 BT-152"),
  "invoice.payments[].amount": money("EN 16931 BT-113"),
  "invoice.lines_title": text("schema.org name"),
  "invoice.discount": number("EN 16931 BT-94"),
  "invoice.discount_label": text("EN 16931 BT-97"),
  "invoice.tax_rate": number("EN 16931 BT-119"),
  "invoice.tax_label": text("EN 16931 BT-118"),
  "invoice.payment": text("EN 16931 BG-16"),
  "invoice.payment_reference": text("EN 16931 BT-83"),
  "invoice.terms": text("EN 16931 BT-20"),
  "invoice.note": text("EN 16931 BT-22"),
  "offer.number": text("schema.org identifier"),
  "offer.valid_until": date("schema.org validThrough"),
  "receipt.number": text("schema.org identifier"),
  "approval.name": text("schema.org acceptedBy"),
} as const satisfies Record<string, Meaning>;

const PATHS_OF_PEOPLE = {
  "work[].position": text("JSON Resume work.position"),
  "work[].organisation": text("JSON Resume work.name"),
  "work[].from": date("JSON Resume work.startDate"),
  "work[].to": date("JSON Resume work.endDate"),
  "work[].years": text("JSON Resume work.startDate"),
  "work[].text": text("JSON Resume work.summary"),
  "work[].tools": text("JSON Resume work.highlights"),
  "education[].study": text("JSON Resume education.area"),
  "education[].institution": text("JSON Resume education.institution"),
  "education[].from": date("JSON Resume education.startDate"),
  "education[].to": date("JSON Resume education.endDate"),
  "education[].years": text("JSON Resume education.startDate"),
  "education[].text": text("JSON Resume education.courses"),
  "projects[].name": text("JSON Resume projects.name"),
  "projects[].years": text("JSON Resume projects.startDate"),
  "projects[].text": text("JSON Resume projects.description"),
  "projects[].tools": text("JSON Resume projects.keywords"),
  "publications[].title": text("JSON Resume publications.name"),
  "publications[].text": text("JSON Resume publications.publisher"),
  "publications[].year": text("JSON Resume publications.releaseDate"),
  "awards[].title": text("JSON Resume awards.title"),
  "awards[].text": text("JSON Resume awards.summary"),
  "awards[].year": text("JSON Resume awards.date"),
  "skills[].name": text("JSON Resume skills.name"),
  "skills[].keywords": text("JSON Resume skills.keywords"),
  "cv.education": text("JSON Resume education"),
  "cv.projects_title": text("JSON Resume projects"),
  "cv.skills": text("JSON Resume skills"),
  "cv.languages": text("JSON Resume languages"),
  "cv.references": text("JSON Resume references"),
  "cv.awards": text("JSON Resume awards"),
  "cv.certificates": text("JSON Resume certificates"),
  "cv.interests": text("JSON Resume interests"),
} as const satisfies Record<string, Meaning>;

const EVENTS = {
  "event.title": text("schema.org name"),
  "event.subtitle": text("schema.org alternateName"),
  "event.date": date("schema.org startDate"),
  "event.last_day": date("schema.org endDate"),
  "event.time": time("schema.org startDate"),
  "event.until": time("schema.org endDate"),
  "event.when": text("schema.org eventSchedule"),
  "event.hours": text("schema.org openingHours"),
  "event.place": text("schema.org location"),
  "event.address": text("schema.org address"),
  "event.host": text("schema.org organizer"),
  "event.price": text("schema.org offers"),
  "event.note": text("schema.org description"),
  "event.reply": text("schema.org potentialAction"),
  "programme[].time": time("schema.org startDate"),
  "programme[].title": text("schema.org subEvent"),
  "award.recipient": text("schema.org recipient"),
  "award.title": text("schema.org award"),
  "award.for": text("schema.org description"),
  "award.class": text("schema.org category"),
  "award.rank": text("schema.org position"),
  "award.date": date("schema.org dateIssued"),
  "award.number": text("schema.org identifier"),
} as const satisfies Record<string, Meaning>;

const PRICED = {
  "menu.items[].name": text("schema.org MenuItem"),
  "menu.items[].detail": text("schema.org description"),
  "menu.items[].price": money("schema.org price"),
  "menu.currency": currency("schema.org priceCurrency"),
  "menu.note": text("schema.org disclaimer"),
} as const satisfies Record<string, Meaning>;

const WRITTEN = {
  "letter.subject": text("schema.org headline"),
  "letter.greeting": text("schema.org text"),
  "letter.body": text("schema.org text"),
  "letter.closing": text("schema.org text"),
  "letter.signature": text("schema.org signature"),
  "letter.signer": text("schema.org author"),
  "letter.signer_role": text("schema.org jobTitle"),
  "letter.enclosed": text("schema.org hasPart"),
  "letter.reference": text("schema.org identifier"),
  "letter.place": text("schema.org locationCreated"),
  "letter.deadline": date("schema.org endTime"),
  "document.title": text("schema.org headline"),
  "document.subtitle": text("schema.org alternativeHeadline"),
  "document.number": text("schema.org identifier"),
  "document.date": date("schema.org dateCreated"),
  "document.period": text("schema.org temporalCoverage"),
  "document.organisation": text("schema.org publisher"),
  "document.author": text("schema.org author"),
  "document.summary": text("schema.org abstract"),
  "document.note": text("schema.org comment"),
  "document.quote": text("schema.org quotation"),
  "document.quote_by": text("schema.org spokenByCharacter"),
  "document.next": text("schema.org nextItem"),
  "document.thanks": text("schema.org acknowledgement"),
  "sections[].title": text("schema.org headline"),
  "sections[].text": text("schema.org articleBody"),
  "sections[].result": text("schema.org result"),
  "sections[].when": text("schema.org temporal"),
  "sections[].who": text("schema.org contributor"),
  "sections[].quote": text("schema.org quotation"),
  "sections[].quote_by": text("schema.org spokenByCharacter"),
  "figures[].figure": text("schema.org value"),
  "figures[].label": text("schema.org name"),
  "people[].name": text("schema.org name"),
  "people[].role": text("schema.org roleName"),
  "people[].organisation": text("schema.org worksFor"),
  "people[].address": text("schema.org address"),
  "people[].table": text("schema.org location"),
  "people[].text": text("schema.org description"),
  "meeting.people": text("schema.org attendee"),
  "meeting.absent": text("schema.org attendee"),
  "tasks[].what": text("schema.org Action"),
  "tasks[].who": text("schema.org agent"),
  "tasks[].due": date("schema.org endTime"),
  "entries[].date": date("schema.org startDate"),
  "entries[].time": time("schema.org startDate"),
  "entries[].until": time("schema.org endTime"),
  "entries[].text": text("schema.org name"),
  "income[].label": text("schema.org name"),
  "income[].amount": money("schema.org price"),
  "costs[].label": text("schema.org name"),
  "costs[].amount": money("schema.org price"),
  "school.class": text("schema.org educationalLevel"),
  "references[].authors": text("schema.org citation.author"),
  "references[].year": text("schema.org citation.datePublished"),
  "references[].title": text("schema.org citation.name"),
  "references[].source": text("schema.org citation.isPartOf"),
  "references[].link": text("schema.org citation.url"),
  "rows[].label": text("schema.org name"),
  "rows[].value": number("schema.org value"),
} as const satisfies Record<string, Meaning>;

const AGREEMENTS = {
  "agreement.subject": text("schema.org itemOffered"),
  "agreement.from": date("schema.org validFrom"),
  "agreement.until": date("schema.org validThrough"),
  "agreement.notice": text("schema.org duration"),
  "agreement.number": text("schema.org identifier"),
  "agreement.person": text("schema.org participant"),
  "agreement.price": money("schema.org price"),
  "employment.pay_period": text("schema.org baseSalary"),
  "employment.hours": text("schema.org workHours"),
  "employment.workplace": text("schema.org jobLocation"),
  "employment.holiday": text("schema.org jobBenefits"),
  "agreement.deposit": money("schema.org downPayment"),
  "agreement.place": text("schema.org locationCreated"),
  "items[].name": text("schema.org name"),
  "items[].serial": text("schema.org serialNumber"),
  "items[].parts": text("schema.org isRelatedTo"),
  "items[].state": text("schema.org itemCondition"),
  "items[].worth": money("schema.org price"),
  "reference.person": text("schema.org about"),
  "reference.position": text("schema.org roleName"),
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
