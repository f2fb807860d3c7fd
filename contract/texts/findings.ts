import { msg } from "#msg";

/**
 * Findings of the checks of templates, as the studio and the command line list them: without a full stop, as compilers write them.
 * The compiler's own messages are not here.
 */
export const FINDINGS = {
  // How a finding is put together: the finding, and the data with which it was found.
  finding_with: msg({ message: "{finding} ({data})" }),
  finding_on_page: msg({ message: "page {page}: {finding}" }),
  finding_keyword: msg({ message: "{keyword}: {finding}" }),

  not_known_here: msg({ message: "this property is unknown" }),
  missing: msg({ message: "a value is required here" }),
  expected_one_of: msg({ message: "use one of these values: {choices}" }),
  sample_no_field: msg({ message: "the template has no such field" }),
  sample_too_long: msg({ message: "the sample is too long to check against its patterns" }),
  sample_no_object: msg({ message: "the sample must be an object with a value for each field" }),
  too_many_fields: msg({ message: "there are too many fields; the limit is {most, number}" }),

  no_title: msg({ message: "this field needs a title, which is its label in the form" }),
  no_max_items: msg({ message: "this list needs maxItems" }),
  no_max_length: msg({ message: "this field needs maxLength" }),
  no_pattern: msg({ message: "this isn’t a valid regular expression" }),
  unusable_pattern: msg({
    message:
      "this pattern can’t be used: {fault}. Patterns are checked by RE2, which has no lookaround (?=, ?!, ?<=, ?<!) and no backreferences",
  }),
  title_without_field: msg({ message: "{name} isn’t a field with one value" }),
  not_wanted: msg({ message: "templates of the type {type} need x-wanted in these fields: {fields}" }),
  already_required: msg({ message: "this has no effect, because the field is required" }),
  today_elsewhere: msg({ message: 'this only works for a field with "format": "date" outside of lists' }),
  counts_elsewhere: msg({ message: "this only works for plain text outside of lists" }),
  no_meaning: msg({ message: "an invoice needs a field with this meaning: {meanings}" }),
  unknown_meaning: msg({
    message: 'the meaning "{name}" is unknown; all are listed in contract/templates/meanings.ts',
  }),
  meaning_of_kind: msg({ message: 'the meaning "{name}" needs a field of this kind: {kind}' }),
  meaning_in_rows: msg({ message: 'the meaning "{name}" is only for fields in the rows of a list' }),
  meaning_not_in_row: msg({ message: 'the meaning "{name}" is only for fields outside of lists' }),
  meaning_taken: msg({ message: 'the meaning "{name}" is already used by {field}' }),
  other_meanings: msg({ message: 'the other fields of these rows have meanings of "{list}"' }),

  no_eval: msg({ message: "eval() would run text that a person typed; use field() or prose()" }),
  no_files: msg({ message: "a template can’t read files; use its data instead" }),
  no_plugins: msg({ message: "a template can’t load plugins" }),
  no_alt: msg({ message: "an image needs alternative text for screen readers; use picture(.., alt: ..)" }),
  no_image: msg({
    message: "use picture() instead of image(), because it crops, has a fallback and links to its field",
  }),
  no_link: msg({
    message: "link() accepts any address, even javascript:; use field(.., link: true) or safe-link()",
  }),
  no_show_link: msg({
    message: "a show rule for links overrides the rule of the kit; style the text inside instead",
  }),
  no_today: msg({ message: "today’s date changes every day; take the date from the data" }),
  empty_source: msg({ message: "the source is empty; it must produce a page" }),
  no_packages: msg({ message: 'packages can’t be imported ("{name}"); only "/kit/kit.typ" can' }),
  only_kit: msg({ message: 'only "/kit/kit.typ" can be imported, not "{name}"' }),
  no_setup_title: msg({ message: "setup needs a title: {code}" }),
  other_title: msg({ message: 'this title differs from the one in template.json ("{title}")' }),
  unknown_field: msg({ message: 'there is no field "{name}"; add it to the fields or correct its name' }),
  unknown_field_like: msg({ message: 'there is no field "{name}"; did you mean "{like}"?' }),
  purpose_form: msg({
    message: 'write it as "// On purpose: date overlaps title, because ..", "leaves the page" or "is cut"',
  }),
  purpose_unused: msg({ message: "this comment no longer applies; remove it" }),

  many_pages: msg({ message: "the document has {pages, number} pages; the limit is {most, number}" }),
  not_pdf_ua: msg({ message: "not PDF/UA-1: {problem}" }),
  not_pdf_ua_in: msg({ message: "not PDF/UA-1: {problem} ({field})" }),
  pdf_title: msg({ message: "The document has no title" }),
  pdf_language: msg({ message: "The document doesn’t specify its language" }),
  pdf_structure: msg({ message: "The document isn’t tagged" }),
  pdf_alt: msg({ message: "A picture has no alternative text" }),
  pdf_link: msg({ message: "A link has no description" }),
  pdf_character: msg({ message: "A character is missing from its font" }),
  pdf_no_font: msg({ message: 'No font has the character "{character}" ({code})' }),
  not_in_pdf: msg({ message: '"{value}" isn’t in the text of the PDF' }),
  elsewhere_in_pdf: msg({ message: '"{value}" is in the text of the PDF, but not in its row' }),
  not_half_filled: msg({ message: "the template can’t be rendered when partly filled in: {problem}" }),
  one_page_in_preview: msg({ message: "the preview has one page, but the export has {pages}" }),
  only_in_preview: msg({ message: "the preview contains {words} (not greyed out), but the export doesn’t" }),
  only_in_export: msg({ message: "the export contains {words}, but the preview doesn’t" }),
  other_page: msg({
    message: "page {page} of the preview without sample text differs from page {page} of the PDF",
  }),
  other_page_count: msg({
    message:
      "the preview without sample text has a different number of pages ({shown}) than the PDF ({printed})",
  }),
  after_list_alone: msg({ message: "page {page} has the content after {list}, but none of its rows" }),
  last_page_no_row: msg({ message: "the last page has no row of {list}" }),
  last_page_no_text: msg({ message: "the last page has neither a row of a list nor a long text" }),
  sum_alone: msg({ message: "page {page} has a total of {list}, but none of its rows" }),
  heading_alone: msg({ message: "page {page} ends with a heading" }),
  no_table_header: msg({ message: "page {page} has no table header for {list}" }),
  overlap: msg({ message: "{name} and {other} overlap, {left} mm from the left and {top} mm from the top" }),
  cut: msg({ message: "{name} is cut off, {left} mm from the left and {top} mm from the top" }),
  leaves_page: msg({
    message:
      "{name} doesn’t fit into its space on the page, {left} mm from the left and {top} mm from the top",
  }),
  not_one_line: msg({
    message: "{name} doesn’t fit on one line, {left} mm from the left and {top} mm from the top",
  }),
  other_typeface: msg({
    message:
      "{name} has a word with letters from a different font, {left} mm from the left and {top} mm from the top",
  }),

  // The data with which something was found.
  with_sample: msg({ message: "with the sample" }),
  with_required: msg({ message: "with only the required fields" }),
  with_twice: msg({ message: "with all text twice as long" }),
  with_preview: msg({ message: "in the preview" }),
  with_german: msg({ message: "in German, in plain fonts" }),
  with_german_letter: msg({ message: "on US Letter, in German, in plain fonts" }),
  with_sample_in: msg({ message: "with the sample in {language}" }),
  with_twice_in: msg({ message: "with all text twice as long, in {language}" }),
  with_preview_in: msg({ message: "in the preview in {language}" }),
  with_longest: msg({ message: "with data as long as the fields allow" }),
  with_nothing: msg({ message: "with no data" }),
  with_nothing_in: msg({ message: "with no data, in {language}" }),
  with_row_begun: msg({ message: "with the required fields and an unfinished row in {list}" }),
  without_value: msg({ message: "with the sample without {field}" }),
  with_accents: msg({ message: "with accents above and below letters" }),
  with_long_words: msg({ message: "with long words that can’t be broken" }),
  with_hebrew: msg({ message: "in Hebrew" }),
  with_on: msg({ message: "{data}, on {paper}" }),
  with_language: msg({ message: "{data}, in {language}" }),
  with_rows: msg({ message: "{rows, plural, one {with # row} other {with # rows}}" }),
  with_rows_on: msg({
    message: "{rows, plural, one {with # row on {paper}} other {with # rows on {paper}}}",
  }),

  choose_type: msg({ message: "choose a type" }),
  unknown_type: msg({ message: 'there is no type "{type}"' }),
  choose_category: msg({ message: "choose a category" }),
  category_of_other_type: msg({ message: 'there is no category "{category}" in {type}' }),
  choose_address: msg({ message: "choose an address" }),
  address_form: msg({ message: "use only lower-case letters, digits and single hyphens in the address" }),
  reserved_address: msg({ message: '"{slug}" is an address of the site itself; choose a different one' }),
  taken_address: msg({ message: "{address} is the address of another template; choose a different one" }),
} as const;
