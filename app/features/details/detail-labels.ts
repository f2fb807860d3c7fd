import { t } from "@lingui/core/macro";

/** The label of a text in details, by meaning: the sender, and sections of a CV written as text. */
export function textLabel(meaning: string): string {
  const labels: Record<string, string> = {
    "sender.name": t`Name`,
    "sender.profession": t`Profession`,
    "sender.organisation": t`Organisation`,
    "sender.legal_name": t`Full legal name`,
    "sender.tagline": t`Tagline`,
    "sender.street": t`Street`,
    "sender.postcode": t`Postcode`,
    "sender.town": t`Town`,
    "sender.country": t`Country`,
    "sender.address": t({ message: "Address", context: "postal" }),
    "sender.email": t`Email`,
    "sender.phone": t`Phone`,
    "sender.website": t`Website`,
    "sender.code": t`Code repository`,
    "sender.contact": t({ message: "Contact", context: "noun: contact details" }),
    "sender.tax_id": t`Tax number`,
    "sender.company_id": t`Company number`,
    "sender.vat_id": t`VAT number`,
    "sender.tax_number": t`Local tax number`,
    "sender.electronic_address": t`Electronic address`,
    "sender.contact_name": t`Contact person`,
    "sender.legal": t`Registration and bank details`,
    "sender.iban": t`IBAN`,
    "sender.bic": t`BIC`,
    "sender.bank": t`Bank`,
    "sender.logo": t`Logo`,
    "sender.photo": t`Photo`,
    "sender.signature": t`Signature`,
    "sender.about": t`About you`,
    "cv.education": t({ message: "Education", context: "section of a CV" }),
    "cv.projects_title": t`Projects heading`,
    "cv.skills": t`Skills`,
    "cv.languages": t`Languages`,
    "cv.references": t({ message: "References", context: "section of a CV" }),
    "cv.awards": t`Awards`,
    "cv.certificates": t`Certificates`,
    "cv.interests": t`Interests`,
  };
  return labels[meaning] ?? meaning;
}

export function listLabel(list: string): string {
  const labels: Record<string, string> = {
    work: t({ message: "Work", context: "section of a CV" }),
    education: t({ message: "Education", context: "section of a CV" }),
    projects: t`Projects`,
    publications: t`Publications`,
    awards: t`Awards`,
    skills: t`Skill groups`,
  };
  return labels[list] ?? list;
}

/** The label of a text or a list. */
export function detailLabel(name: string): string {
  const label = textLabel(name);
  return label === name ? listLabel(name) : label;
}

/** The label of a column of a list: `work`, `position`. */
export function columnLabel(list: string, key: string): string {
  const labels: Record<string, string> = {
    "work.position": t({ message: "Position", context: "job" }),
    "work.organisation": t`Employer`,
    "work.text": t`Responsibilities`,
    "education.study": t`Degree or course`,
    "education.institution": t`School`,
    "education.text": t`Thesis or note`,
    "projects.name": t`Project`,
    "projects.years": t`Year`,
    "projects.text": t`Summary`,
    "publications.title": t({ message: "Title", context: "of a text" }),
    "publications.text": t`Published in`,
    "awards.title": t`Award`,
    "awards.text": t({ message: "Reason", context: "reason for an award" }),
    "skills.name": t`Skill group`,
    "skills.keywords": t`Skills`,
  };
  const common: Record<string, string> = {
    from: t({ message: "From", context: "date" }),
    to: t({ message: "To", context: "date" }),
    years: t`Years`,
    year: t`Year`,
    tools: t`Tools used`,
  };
  return labels[`${list}.${key}`] ?? common[key] ?? key;
}
