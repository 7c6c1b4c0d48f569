import { textOf } from '#lib/messages/text.ts'
import { inLanguage, LANGUAGES, LATIN_NAMES, type Language } from '#lib/values/language.ts'

/** The outlines of the word in Noto Sans Devanagari, weight 500, in hundredths of an em. A test compares them with the font. */
export const HINDI_OUTLINE =
  'M18 -54L18 0L9 0L9 -54L0 -54L0 -62L8 -62Q7 -64 6 -67Q5 -70 5 -73Q5 -81 11 -85Q17 -90 27 -90Q36 -90 45 -86Q53 -83 60 -76Q67 -70 72 -61L62 -61Q58 -68 53 -72Q48 -76 41 -79Q35 -81 29 -81Q22 -81 18 -78Q15 -76 15 -71Q15 -68 16 -66Q17 -64 18 -62L28 -62L28 -54ZM61 -6Q64 -7 65 -9Q67 -11 67 -14Q67 -17 65 -19Q62 -21 56 -21Q50 -21 47 -18Q43 -15 43 -11Q43 -7 46 -4Q48 -1 54 1Q59 4 66 7L62 15Q53 12 47 8Q40 5 37 0Q33 -5 33 -11Q33 -17 37 -21Q38 -22 39 -24Q37 -26 36 -28Q33 -31 33 -35Q33 -40 37 -43Q41 -46 49 -46L63 -46L63 -54L27 -54L27 -62L83 -62L83 -54L73 -54L73 -38L51 -38Q47 -38 45 -37Q43 -35 43 -33Q43 -31 44 -30Q45 -28 46 -27Q51 -29 57 -29Q64 -29 68 -27Q73 -25 75 -21Q77 -18 77 -14Q77 -10 75 -6Q73 -3 68 0ZM97 -18Q95 -18 93 -19Q91 -20 89 -22Q87 -24 86 -27Q85 -29 85 -31Q85 -34 86 -35Q87 -37 91 -37L121 -37L121 -29L103 -29L103 -24Q103 -21 101 -19Q100 -18 97 -18ZM81 -54L81 -62L118 -62L118 -54ZM154 7Q152 2 150 -2Q149 -5 148 -7Q148 -7 148 -7Q145 -7 142 -7Q138 -7 133 -8Q129 -9 125 -12Q122 -14 119 -18Q117 -22 117 -27Q117 -36 124 -41Q130 -45 142 -45L147 -45L147 -54L112 -54L112 -62L168 -62L168 -54L157 -54L157 -37L144 -37Q135 -37 131 -35Q127 -32 127 -27Q127 -21 131 -18Q135 -15 142 -15Q144 -15 145 -16Q145 -16 145 -16Q145 -18 145 -19Q145 -23 147 -24Q149 -26 152 -26Q156 -26 159 -24Q162 -21 162 -18Q162 -15 160 -13Q158 -11 156 -10Q157 -7 158 -5Q160 -1 163 3ZM147 -61Q145 -65 144 -68Q143 -72 143 -75Q143 -81 148 -85Q152 -90 159 -90Q167 -90 171 -86Q176 -83 179 -77Q182 -71 184 -62L195 -62L195 -54L185 -54L185 0L175 0L175 -54L166 -54L166 -62L175 -62Q173 -72 170 -76Q166 -81 161 -81Q157 -81 155 -79Q153 -77 153 -73Q153 -70 154 -67Q155 -64 156 -61Z'

/**
 * The name of Hindi as its readers write it, drawn: pages in English load no font for its letters, and a device without
 * one would show boxes. It stands on the line of the text around it.
 */
function HindiName() {
  return (
    <svg
      role="img"
      aria-label={LANGUAGES.hi}
      lang="hi"
      // An SVG is a block on pages with the dashboard's styles.
      className="inline align-baseline"
      viewBox="0 -92 195 92"
      width="1.95em"
      height="0.92em"
      overflow="visible"
      fill="currentColor"
    >
      <path d={HINDI_OUTLINE} />
      {/* For what reads, copies or searches the text of the page, in a face of the system: that of the page would be loaded. */}
      <text
        fill="none"
        fontFamily="sans-serif"
        fontSize="80"
        textLength="195"
        lengthAdjust="spacingAndGlyphs"
      >
        {LANGUAGES.hi}
      </text>
    </svg>
  )
}

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
