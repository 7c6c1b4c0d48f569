/** The languages of payers' pages: each has a file of messages in lib/messages, and its name as its readers write it. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof LANGUAGES

/** The names in Latin letters, for readers without a font for those of the language. */
export const LATIN_NAMES: Record<Language, string> = { en: 'English', hi: 'Hindi' }

export const DEFAULT_LANGUAGE: Language = 'en'

/** The search param of a link to a page in another language, and the cookie that it sets. */
export const LANGUAGE_PARAM = 'lang'
export const LANGUAGE_COOKIE = 'counterfoil-language'

/** The request header with the language of a page. The proxy sets it and drops the one that a client sends. */
export const LANGUAGE_HEADER = 'x-counterfoil-language'

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}

/** The locale of figures and dates. Digits are Latin in every language, as on bank statements. */
export function localeOf(language: Language): string {
  return `${language}-IN-u-nu-latn`
}

/**
 * The language that a browser prefers among those that exist: ("hi-IN,hi;q=0.9,en;q=0.8") is "hi". English when it
 * prefers none of them.
 */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
      return {
        language: tag.split('-', 1)[0]?.toLowerCase() ?? '',
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const [first] = wanted
  return isLanguage(first?.language) ? first.language : DEFAULT_LANGUAGE
}

/** The language that was chosen on a device, else the one that its browser asks for, from the headers of a request. */
export function languageOfHeaders(cookie: string, acceptLanguage: string): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookie)?.[1]
  return isLanguage(chosen) ? chosen : preferredLanguage(acceptLanguage)
}

/** The pages of payers and customers, which are read in the language of their reader. */
const TRANSLATED = /^\/(checkout|bill|refund|consent|statement)(\/|$)/

export function isTranslated(pathname: string): boolean {
  return TRANSLATED.test(pathname)
}

/** The address of a page in another language: the same with `lang`, which the proxy turns into a cookie. */
export function inLanguage(path: string, language: Language): string {
  const [pathname = '/', search = ''] = path.split('?', 2)
  const query = new URLSearchParams(search)
  query.set(LANGUAGE_PARAM, language)
  return `${pathname}?${query}`
}
