import { textOf } from '#lib/messages/text.ts'
import { inLanguage, LANGUAGES, LATIN_NAMES, type Language } from '#lib/values/language.ts'
import { HindiName } from './hindi-name.tsx'

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
            <a hrefLang={each} rel="nofollow" href={inLanguage(path, each as Language)} className="link">
              <Name language={each as Language} name={name} />
            </a>
          )}
        </span>
      ))}
    </nav>
  )
}

/** "Hindi (हिन्दी)", in the letters of both. */
function Name({ language, name }: { language: Language; name: string }) {
  const own = language === 'hi' ? <HindiName /> : <span lang={language}>{name}</span>
  const latin = LATIN_NAMES[language]
  return latin === name ? (
    own
  ) : (
    <>
      <span lang="en">{latin}</span> ({own})
    </>
  )
}
