import { textOf } from '#lib/messages/text.ts'
import { inLanguage, LANGUAGES, type Language } from '#lib/values/language.ts'

type LanguageLinksProps = {
  language: Language
  /** The address of the page, which stays the same. */
  path: string
  className?: string
}

/** The languages of a page for payers, each in its own words. Links, so that they work without script. */
export function LanguageLinks({ language, path, className }: LanguageLinksProps) {
  const t = textOf(language)
  return (
    <nav aria-label={t('language.label')} className={className} data-languages="">
      {Object.entries(LANGUAGES).map(([each, name], index) => (
        <span key={each}>
          {index > 0 && <span aria-hidden="true"> · </span>}
          {each === language ? (
            <span lang={each} aria-current="true">
              {name}
            </span>
          ) : (
            <a
              lang={each}
              hrefLang={each}
              rel="nofollow"
              href={inLanguage(path, each as Language)}
              className="link"
            >
              {name}
            </a>
          )}
        </span>
      ))}
    </nav>
  )
}
