import { msg } from "#msg";

/** Problems of values that a person typed or imported: of a document, of details, of JSON. */
export const VALUE_PROBLEMS = {
  // `field` is its path, "items.0.price", with its label where it has one.
  value_problem: msg({ message: "“{field}”: {problem}" }),
  titled_value_problem: msg({ message: "“{field}” ({title}): {problem}" }),
  value_required: msg({ message: "This field is required." }),
  value_unknown: msg({ message: "This template has no such field." }),
  value_one_of: msg({ message: "Use one of these values: {choices}." }),
  value_invalid: msg({ message: "This value isn’t valid." }),
  value_type: msg({ message: "This value has the wrong type. Expected: {type}." }),
  value_max_length: msg({
    message: "{most, plural, one {Use # character or fewer.} other {Use # characters or fewer.}}",
  }),
  value_min_length: msg({
    message: "{least, plural, one {Use at least # character.} other {Use at least # characters.}}",
  }),
  value_max_items: msg({ message: "{most, plural, one {Use # row or fewer.} other {Use # rows or fewer.}}" }),
  value_min_items: msg({
    message: "{least, plural, one {Add at least # row.} other {Add at least # rows.}}",
  }),
  value_maximum: msg({ message: "Enter {most} or less." }),
  value_minimum: msg({ message: "Enter {least} or more." }),
  value_multiple: msg({ message: "Enter a multiple of {step}." }),
  value_pattern: msg({ message: "This value doesn’t match the pattern “{pattern}”." }),
  value_format: msg({ message: "This value isn’t in the format “{format}”." }),

  swiss_account_missing: msg({
    message: "A Swiss QR-bill needs an IBAN that begins with CH or LI. Enter it in this field.",
  }),
  swiss_account_wrong: msg({ message: "This IBAN has a typing error: its check digits don’t match." }),
  swiss_currency: msg({ message: "A Swiss QR-bill is possible in CHF and EUR only." }),
  swiss_reference_wrong: msg({
    message: "This QR reference has a typing error: its last digit doesn’t match the others.",
  }),
  swiss_reference_needed: msg({
    message: "The account is a QR-IBAN, so the reference has to be a QR reference with 27 digits.",
  }),
  swiss_reference_account: msg({
    message: "A QR reference needs a QR-IBAN. Ask your bank for it, or use another reference.",
  }),
  swiss_creditor_reference_wrong: msg({
    message: "This creditor reference (RF) has a typing error: its check digits don’t match.",
  }),
  swiss_name_missing: msg({ message: "A Swiss QR-bill needs the name of the account holder." }),
  swiss_letters: msg({ message: "A Swiss QR-bill allows Latin letters only." }),
  swiss_address: msg({
    message:
      "A Swiss QR-bill needs your address in lines: street, postcode and town, and the country if it isn’t Switzerland.",
  }),
  swiss_amount: msg({ message: "A Swiss QR-bill needs a total between 0.01 and 999,999,999.99." }),

  xml_line: msg({ message: "Line {line, number}: {problem}" }),
  xml_end_missing: msg({ message: "“{end}” is missing." }),
  xml_outside: msg({ message: "There is text outside the document." }),
  xml_semicolon: msg({ message: "“{entity}” isn’t followed by a semicolon." }),
  xml_entity: msg({
    message: "The entity “{name}” isn’t allowed. Files may only use those of XML itself.",
  }),
  xml_character: msg({ message: "“{entity}” isn’t a character." }),
  xml_tag_name: msg({ message: "A tag has no valid name." }),
  xml_tag: msg({ message: "The tag “{tag}” isn’t complete." }),
  xml_elements: msg({ message: "The file has more than {most, number} elements." }),
  xml_attributes: msg({ message: "An element has more than {most, number} attributes." }),
  xml_depth: msg({ message: "Elements are nested more than {most, number} deep." }),
  xml_documents: msg({ message: "There is more than one document in the file." }),
  xml_closes: msg({ message: "“{tag}” closes nothing that is open." }),
  xml_doctype: msg({ message: "Document types and entities aren’t allowed." }),
  xml_unclosed: msg({ message: "“{tag}” isn’t closed." }),
  xml_empty: msg({ message: "There is no element in the file." }),
  xml_size: msg({ message: "The file is larger than {most, number} MB." }),
  xml_encoding: msg({ message: "The encoding “{encoding}” isn’t supported. UTF-8 is." }),
  xml_bytes: msg({ message: "The file isn’t valid {encoding}." }),
  bill_parts: msg({ message: "The file has parts that can’t be read as an invoice." }),
  bill_lines: msg({ message: "The invoice has more than {most, number} lines." }),
  bill_allowances: msg({ message: "The invoice has more than {most, number} discounts or charges." }),
  bill_rates: msg({ message: "The invoice has more than {most, number} tax rates." }),
  bill_entries: msg({ message: "The invoice has a list with more than {most, number} entries." }),
  bill_format: msg({ message: "This isn’t an e-invoice in CII or UBL, the two formats of EN 16931." }),

  details_shape: msg({ message: "Details must be an object with “texts” and “lists”." }),
  details_part: msg({ message: "“{name}” isn’t allowed. Details have only “texts” and “lists”." }),
  details_bytes: msg({
    message:
      "The details of this sender have {bytes, number} bytes without pictures. The limit is {limit, number}.",
  }),
  details_texts: msg({ message: "“texts” must be an object with a string for each meaning." }),
  details_lists: msg({ message: "“lists” must be an object with a list for each name." }),
  details_unknown_field: msg({ message: "“{name}” isn’t a field of the details." }),
  details_unknown_list: msg({ message: "“{name}” isn’t a list of the details." }),
  details_rows: msg({ message: "“{name}” must be a list of rows." }),
  details_too_many_rows: msg({ message: "“{name}” has {count, number} rows. The limit is {limit, number}." }),
  details_row: msg({ message: "Each row of “{list}” must be an object with string values." }),
  details_text: msg({ message: "“{name}” must be a string." }),
  details_character: msg({ message: "“{name}” contains a character that can’t be saved." }),
  details_too_long: msg({
    message: "“{name}” has {length, number} characters. The limit is {limit, number}.",
  }),
  details_picture: msg({ message: "“{name}” must be a picture as a data URL." }),
  details_picture_too_long: msg({
    message: "“{name}” has {length, number} characters as a data URL. The limit is {limit, number}.",
  }),
  details_picture_base64: msg({ message: "“{name}” must be a picture as a base64 data URL." }),

  // Like findings, without a full stop.
  json_too_many_values: msg({ message: "there are too many values (the limit is {limit, number})" }),
  json_too_deep: msg({ message: "values are nested more than {limit} levels deep" }),
  json_twice: msg({ message: "the name “{name}” is used twice" }),
  json_expected: msg({ message: "unexpected `{found}`; expected: {expected}" }),
  json_expected_at_end: msg({ message: "unexpected end of the text; expected: {expected}" }),
  json_name: msg({ message: "a name in double quotes" }),
  json_value: msg({ message: "a value" }),
  json_text: msg({ message: "text that ends on the same line" }),
  json_colon: msg({ message: "a colon" }),
  json_comma: msg({ message: "a comma or `{close}`" }),
  json_end: msg({ message: "nothing more" }),
} as const;
