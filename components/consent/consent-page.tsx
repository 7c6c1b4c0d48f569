import type { ReactNode } from 'react'
import { TYPEFACES, WEIGHTS } from '#lib/paper/typefaces.ts'
import type { Theme } from '#lib/values/preferences.ts'

type ConsentPageProps = { title: string; theme: Theme; styles: string; nonce: string; children: ReactNode }

/** A whole document without a single script, with its styles in it. */
export function ConsentPage({ title, theme, styles, nonce, children }: ConsentPageProps) {
  return (
    <html lang="en" data-theme={theme}>
      {/* biome-ignore lint/style/noHeadElement: this document is none of Next's pages, so nothing else writes its head */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the styles are files of this house; React would escape them */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: FACES + styles }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}

/** The letters of the house, as the paper of a bill has them. */
const FACES = TYPEFACES.flatMap(({ name, ranges }) => {
  const letters = ranges.map(([from, to]) => `U+${from.toString(16)}-${to.toString(16)}`).join()
  return WEIGHTS.map(
    (weight) =>
      `@font-face{font-family:Bill;font-weight:${weight};font-display:swap;src:url(/fonts/${name}-${weight}.woff2) format("woff2");unicode-range:${letters}}`,
  )
}).join('')
