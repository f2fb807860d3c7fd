import { INTERFACE_LANGUAGES, type TranslatedLanguage } from "../../contract/site/interface-languages.ts";

/** The first language of the interface that a request accepts. Pages send their own in `Accept-Language`. */
export function requestLanguage(headers: Headers | undefined): TranslatedLanguage | undefined {
  const accepted = (headers?.get("accept-language") ?? "").slice(0, LONGEST).split(",");
  const weighted = accepted.map((each) => {
    const [tag = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((part) => part.startsWith("q="));
    return { tag: tag.split("-")[0], weight: weight ? Number(weight.slice(2)) || 0 : 1 };
  });
  return weighted
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => INTERFACE_LANGUAGES.find((language) => language === tag))
    .find((language) => language !== undefined);
}

const LONGEST = 200; // characters of the header that are read
