import { createHash } from 'node:crypto'
import { pageStyles } from '#lib/http/stylesheet.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import type { DocumentObstacle } from '#lib/oauth/client-document.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'

/** The look of the consent screen, which the person has just seen; the faces of the machine, since nothing is loaded. The rupee sign is in the styles. */
const STYLE = pageStyles('components/consent/consent.css')

/**
 * The error page for an invalid client or redirect URI: a page of our own, since a redirect to an unverified URL is
 * what such a request is after. No script, nothing loaded.
 */
export const errorPage = {
  policy: `default-src 'none'; script-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,

  /**
   * @param error the code of OAuth
   * @param description what the engine says of it
   * @param clientId as the app named itself
   * @param obstacle what stops a client that is named by the URL of a document
   */
  html(
    error: string,
    description: string | undefined,
    clientId: string,
    language: Language,
    obstacle: DocumentObstacle = null,
  ): string {
    if (isOver(error, description)) return completed(language)
    const t = textOf(language)
    if (error === 'temporarily_unavailable')
      return barePage(
        language,
        t('consent.busy_title'),
        // What the engine says is for people, too, in English.
        `${language === DEFAULT_LANGUAGE ? `<p>${escaped(description ?? '')}</p> ` : ''}<p>${escaped(t('consent.busy'))}</p>`,
      )
    const developer = t('consent.for_developer', {
      error: `${error}${description ? `: ${description}` : ''}`,
    })
    return barePage(
      language,
      t('consent.invalid_title'),
      `<p>${escaped(t('consent.invalid'))}</p>
<p>${escaped(sentenceOf(error, clientId, obstacle, t))}</p>
<p class="quiet">${escaped(developer)}</p>
<p>${escaped(t('consent.close_page'))}</p>`,
    )
  },

  /** Shown in place of a consent request that was decided or has expired. */
  response: completed,
}

function completed(language: Language): string {
  const t = textOf(language)
  const more = t.markup('consent.answered_more', {
    link: (words) => `<a href="/connected-apps">${words}</a>`,
  })
  return barePage(
    language,
    t('consent.answered_title'),
    `<p>${escaped(t('consent.answered'))}</p> <p>${more}</p>`,
  )
}

/** A page without script that loads nothing, under the policy of `errorPage`. @param body as HTML */
export function barePage(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Counterfoil</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<section>
<h1>${title}</h1>
${body}
</section>
</main>
</body>
</html>
`
}

/** Whether the engine says of a request that was right once that it is gone. */
function isOver(error: string, description = ''): boolean {
  return /session|interaction|expired/i.test(`${error} ${description}`)
}

function sentenceOf(error: string, clientId: string, obstacle: DocumentObstacle, t: Text): string {
  const document = /^https?:\/\//i.test(clientId)
  if (document && obstacle !== 'unregistered' && /^invalid_client/.test(error)) {
    const url = clientId.slice(0, 200)
    if (obstacle === 'closed') return t('consent.documents_closed', { url })
    if (obstacle === 'unreachable') return t('consent.unreachable_document', { url })
    return t('consent.invalid_document', { url })
  }
  if (error === 'invalid_client') return t('consent.invalid_client')
  if (error === 'invalid_redirect_uri') return t('consent.invalid_redirect')
  return t('consent.start_again')
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
