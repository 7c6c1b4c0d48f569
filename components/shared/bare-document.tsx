import type { ReactNode } from 'react'
import { type FontWeight, TYPEFACES, WEIGHTS } from '#lib/print/typefaces.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import type { Theme } from '#lib/values/preferences.ts'

export type BareDocumentProps = {
  title: string
  language?: Language
  theme: Theme
  /** Tokens and everything else that it is drawn with. */
  styles: string
  nonce: string
  bodyClass?: string | undefined
  children: ReactNode
}

/** A whole document without a single script: the styles are in it, and it loads fonts and an icon of this instance. */
export function BareDocument({
  title,
  language = DEFAULT_LANGUAGE,
  theme,
  styles,
  nonce,
  bodyClass,
  children,
}: BareDocumentProps) {
  return (
    <html lang={language} data-theme={theme}>
      {/* biome-ignore lint/style/noHeadElement: this document is none of Next's pages, so nothing else writes its head */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no, email=no, address=no" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {facesAhead(language).map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {/* The styles are files of this repository; an angle bracket in them would be a fault of the code. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React escapes text in a style, which CSS then cannot read */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: FACES[language] + styles }} />
      </head>
      <body className={bodyClass}>{children}</body>
    </html>
  )
}

const LATIN = 'inter-latin'
const MORE_LATIN = 'inter-latin-ext'
const DEVANAGARI = 'noto-sans-devanagari-devanagari'

function faceFile(name: string, weight: FontWeight): string {
  return `/fonts/${name}-${weight}.woff2`
}

/** The files that a page surely needs, in both weights. */
function facesAhead(language: Language): string[] {
  const names = [LATIN, ...(language === 'hi' ? [DEVANAGARI] : [])]
  return names.flatMap((name) => WEIGHTS.map((weight) => faceFile(name, weight)))
}

/**
 * One family: the browser loads the files of which it needs letters, and no others. Those of the page's language are loaded
 * in advance; where they come too late, they are left for the next page, so that nothing moves. Names in other letters
 * get their face whenever it comes: a device may have none.
 */
function facesIn(language: Language): string {
  const own = [LATIN, MORE_LATIN, ...(language === 'hi' ? [DEVANAGARI] : [])]
  return TYPEFACES.flatMap(({ name, ranges }) => {
    const letters = ranges.map(([from, to]) => `U+${from.toString(16)}-${to.toString(16)}`).join()
    const display = own.includes(name) ? 'optional' : 'swap'
    return WEIGHTS.map(
      (weight) =>
        `@font-face{font-family:Bill;font-weight:${weight};font-display:${display};src:url(${faceFile(name, weight)}) format("woff2");unicode-range:${letters}}`,
    )
  }).join('')
}

const FACES: Record<Language, string> = { en: facesIn('en'), hi: facesIn('hi') }
