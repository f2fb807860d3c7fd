import { meaningOf } from "../../../../../contract/templates/field-meaning.ts";
import type { FieldSchema } from "../../../../../contract/templates/template-file.ts";

/** Common column names by content. */
type ColumnKind = keyof typeof NAMES;

// biome-ignore format: one line a kind: English, then de, fr, es, it, nl, pt, pl, sv, nb, da, fi, cs, tr
const NAMES = {
  honorific: ["title of person", "salutation", "honorific", "anrede", "akad titel", "akademischer titel", "civilité", "tratamiento", "titolo di cortesia", "aanhef"],
  given: ["first name", "given name", "forename", "firstname", "vorname", "rufname", "prénom", "nombre de pila", "nome di battesimo", "voornaam", "primeiro nome", "imię", "förnamn", "fornavn", "etunimi", "jméno křestní", "křestní jméno", "ad", "adı"],
  family: ["last name", "surname", "family name", "lastname", "nachname", "familienname", "zuname", "nom de famille", "apellido", "apellidos", "cognome", "achternaam", "sobrenome", "apelido", "nazwisko", "efternamn", "etternavn", "efternavn", "sukunimi", "příjmení", "soyad", "soyadı"],
  name: ["name", "full name", "participant", "attendee", "guest", "vor und nachname", "vollständiger name", "teilnehmer", "teilnehmerin", "gast", "nom", "nom complet", "nom et prénom", "participant", "invité", "nombre", "nombre completo", "nombre y apellidos", "asistente", "invitado", "nome", "nome completo", "nome e cognome", "partecipante", "ospite", "naam", "volledige naam", "deelnemer", "participante", "imię i nazwisko", "uczestnik", "gość", "namn", "deltagare", "navn", "deltaker", "deltager", "gjest", "nimi", "osallistuja", "jméno", "jméno a příjmení", "účastník", "host", "isim", "ad soyad", "katılımcı"],
  client: ["client", "customer", "bill to", "kunde", "kundin", "kundenname", "auftraggeber", "rechnungsempfänger", "client", "cliente", "klant", "opdrachtgever", "klient", "kund", "asiakas", "zákazník", "müşteri"],
  organisation: ["company", "organisation", "organization", "employer", "firma", "unternehmen", "verein", "société", "entreprise", "organisme", "empresa", "organización", "azienda", "ditta", "società", "bedrijf", "organisatie", "organização", "firma", "företag", "bedrift", "virksomhed", "yritys", "společnost", "şirket"],
  role: ["role", "job title", "position", "profession", "funktion", "rolle", "position", "beruf", "amt", "fonction", "poste", "cargo", "puesto", "función", "ruolo", "funzione", "professione", "functie", "rol", "beroep", "função", "cargo", "stanowisko", "funkcja", "roll", "titel", "stilling", "rooli", "tehtävä", "funkce", "pozice", "görev", "unvan"],
  email: ["email", "e-mail", "mail", "email address", "e-mail-adresse", "mailadresse", "courriel", "adresse e-mail", "correo", "correo electrónico", "posta elettronica", "e-mailadres", "adres e-mail", "e-post", "sähköposti", "e-posta"],
  phone: ["phone", "telephone", "mobile", "phone number", "telefon", "telefonnummer", "handy", "mobil", "rufnummer", "téléphone", "portable", "teléfono", "móvil", "telefono", "cellulare", "telefoon", "mobiel", "telefone", "telemóvel", "puhelin", "mobilní telefon"],
  street: ["street", "street address", "address line 1", "straße", "strasse", "straße und hausnummer", "straße hausnummer", "anschriftzeile", "rue", "voie", "calle", "dirección 1", "via", "indirizzo 1", "straat", "straat en huisnummer", "rua", "ulica", "gata", "gatuadress", "gate", "gateadresse", "gade", "vej", "katuosoite", "ulice", "sokak", "cadde"],
  postcode: ["postcode", "zip", "zip code", "postal code", "plz", "postleitzahl", "code postal", "código postal", "cap", "codice postale", "postcode", "kod pocztowy", "postnummer", "postnr", "postinumero", "psč", "posta kodu"],
  town: ["town", "city", "ort", "stadt", "wohnort", "ville", "ciudad", "localidad", "población", "città", "località", "plaats", "woonplaats", "stad", "cidade", "localidade", "miasto", "miejscowość", "ort", "poststed", "by", "kaupunki", "paikkakunta", "město", "obec", "şehir"],
  country: ["country", "land", "staat", "pays", "país", "paese", "kraj", "maa", "země", "ülke"],
  address: ["address", "full address", "postal address", "adresse", "anschrift", "postanschrift", "adresse postale", "dirección", "domicilio", "indirizzo", "adres", "endereço", "morada", "adress", "osoite", "adresa"],
  table: ["table", "table number", "tisch", "tischnummer", "mesa", "tavolo", "tafel", "stolik", "stół", "bord", "pöytä", "stůl", "masa"],
  number: ["number", "no", "invoice number", "invoice no", "nummer", "nr", "rechnungsnummer", "rechnungsnr", "rechnung nr", "belegnummer", "angebotsnummer", "numéro", "n°", "numéro de facture", "número", "número de factura", "numero", "numero fattura", "factuurnummer", "número da fatura", "numer", "numer faktury", "fakturanummer", "laskun numero", "číslo", "číslo faktury", "fatura no", "numara"],
  date: ["date", "invoice date", "issued", "datum", "rechnungsdatum", "ausgestellt am", "date de facture", "fecha", "fecha de factura", "data", "data fattura", "factuurdatum", "data da fatura", "data wystawienia", "fakturadatum", "fakturadato", "dato", "päivämäärä", "päiväys", "datum vystavení", "tarih"],
  due: ["due", "due date", "due on", "pay by", "fällig", "fällig am", "fälligkeit", "zahlbar bis", "échéance", "date d'échéance", "vencimiento", "fecha de vencimiento", "scadenza", "data di scadenza", "vervaldatum", "data de vencimento", "termin płatności", "förfallodatum", "forfallsdato", "forfaldsdato", "eräpäivä", "splatnost", "datum splatnosti", "vade", "son ödeme tarihi"],
  item: ["item", "article", "product", "service", "artikel", "bezeichnung", "produkt", "leistung", "désignation", "produit", "prestation", "artículo", "concepto", "producto", "servicio", "articolo", "prodotto", "voce", "omschrijving", "product", "dienst", "artigo", "produto", "pozycja", "usługa", "vara", "tjänst", "vare", "ydelse", "tuote", "položka", "ürün"],
  description: ["description", "detail", "details", "beschreibung", "détail", "descripción", "detalle", "descrizione", "dettaglio", "beschrijving", "descrição", "opis", "beskrivning", "beskrivelse", "kuvaus", "popis", "açıklama"],
  quantity: ["quantity", "qty", "amount of items", "menge", "anzahl", "stück", "stückzahl", "quantité", "qté", "cantidad", "quantità", "aantal", "quantidade", "ilość", "liczba", "antal", "antall", "määrä", "množství", "počet", "miktar", "adet"],
  unit: ["unit", "einheit", "unité", "unidad", "unità", "eenheid", "unidade", "jednostka", "enhet", "enhed", "yksikkö", "jednotka", "birim"],
  price: ["price", "unit price", "price each", "rate", "preis", "einzelpreis", "stückpreis", "prix", "prix unitaire", "precio", "precio unitario", "prezzo", "prezzo unitario", "prijs", "stukprijs", "preço", "preço unitário", "cena", "cena jednostkowa", "pris", "styckpris", "enhetspris", "stykpris", "hinta", "yksikköhinta", "fiyat", "birim fiyat"],
  occasion: ["occasion", "event", "event name", "anlass", "veranstaltung", "événement", "evento", "acto", "occasione", "evenement", "gelegenheid", "ocasião", "wydarzenie", "okazja", "evenemang", "anledning", "arrangement", "tapahtuma", "událost", "akce", "etkinlik"],
  subject: ["subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "assunto", "temat", "ämne", "emne", "aihe", "předmět", "konu"],
} as const;

/** Parts of a name or an address: several fill one field, in this order; equal numbers keep the table's order. */
const PARTS: Record<"name" | "address", Partial<Record<ColumnKind, number>>> = {
  name: { honorific: 0, given: 1, name: 2, family: 3 },
  address: { street: 1, address: 1, postcode: 2, town: 2, country: 3 },
};

const BY_NAME = new Map<string, ColumnKind[]>();
for (const [kind, names] of Object.entries(NAMES) as [ColumnKind, readonly string[]][])
  for (const name of names) {
    const known = BY_NAME.get(plainName(name)) ?? [];
    if (!known.includes(kind)) BY_NAME.set(plainName(name), [...known, kind]);
  }

/** A name without case, accents and punctuation. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The kinds of content that a column with this name can have. */
export function kindsOfColumn(column: string): readonly ColumnKind[] {
  return BY_NAME.get(plainName(column)) ?? [];
}

const ALIKE: Record<string, readonly ColumnKind[]> = {
  "recipient.name": ["client", "name"],
  "award.recipient": ["name"],
  "sender.profession": ["role"],
  "invoice.number": ["number"],
  "offer.number": ["number"],
  "receipt.number": ["number"],
  "award.number": ["number"],
  "invoice.issued": ["date"],
  "document.date": ["date"],
  "event.date": ["date"],
  "award.date": ["date"],
  "invoice.due": ["due"],
  "invoice.lines[].description": ["item"],
  "menu.items[].name": ["item"],
  "invoice.lines[].detail": ["description"],
  "menu.items[].detail": ["description"],
  "event.title": ["occasion"],
  "letter.subject": ["subject"],
};
const OWN_WORD = ["name", "organisation", "role", "email", "phone", "street", "postcode", "town", "country", "address", "table", "quantity", "unit", "price"] as const; // biome-ignore format: one line
const PERSON_MEANING = /^(?:people\[\]|recipient|sender|invoice\.lines\[\]|menu\.items\[\])\./;

/** The kinds of columns that can fill this field. */
export function kindsOfField(schema: FieldSchema): readonly ColumnKind[] {
  const meaning = meaningOf(schema);
  if (!meaning) return [];
  const alike = ALIKE[meaning];
  if (alike) return alike;
  const word = PERSON_MEANING.test(meaning) ? meaning.split(".").at(-1) : undefined;
  return OWN_WORD.filter((kind) => kind === word);
}

/** Whether a field is a whole name or address, which columns may contain in parts. */
export function wholeOf(schema: FieldSchema): "name" | "address" | undefined {
  const meaning = meaningOf(schema) ?? "";
  if (/^(?:people\[\]|recipient|sender)\.address$/.test(meaning)) return "address";
  const isName = /^(?:people\[\]|recipient|sender)\.name$/.test(meaning) || meaning === "award.recipient";
  return isName ? "name" : undefined;
}

/** Whether a column contains only a part. */
export function isPartOf(whole: "name" | "address", column: string): boolean {
  return kindsOfColumn(column).some((kind) => kind !== whole && PARTS[whole][kind] !== undefined);
}

// Next to "First name" it is the family name, next to "Apellidos" the given name.
const EITHER = new Set(["name", "nom", "nombre", "nome", "naam", "namn", "navn", "nimi", "jmeno", "isim"]);

/** Whether a column that could be the whole may be a part, if other columns have the remaining parts. */
export function mayBePartOf(whole: "name" | "address", column: string): boolean {
  return whole === "address" || EITHER.has(plainName(column)) || isPartOf(whole, column);
}

/** Sorts columns of one field: given name before family name, street before town. */
export function inReadingOrder<Column extends { name: string }>(columns: readonly Column[]): Column[] {
  const rank = ({ name }: Column) => {
    const [kind] = kindsOfColumn(name);
    return (kind && (PARTS.name[kind] ?? PARTS.address[kind])) ?? 2;
  };
  return [...columns].sort((one, other) => rank(one) - rank(other));
}

/** Whether two columns share a line of an address. */
export function areOneLine(one: string, other: string): boolean {
  const isLocal = (column: string) =>
    kindsOfColumn(column).some((kind) => kind === "postcode" || kind === "town");
  return isLocal(one) && isLocal(other);
}
