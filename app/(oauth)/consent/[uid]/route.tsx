import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactElement } from 'react'
import { ConsentForm } from '#components/consent/consent-form.tsx'
import type { ConsentError } from '#components/consent/field-error.tsx'
import { BareDocument } from '#components/shared/bare-document.tsx'
import { fromOf } from '#lib/auth/sign-in.ts'
import { currentPreferences, requireSignedIn, signOut } from '#lib/auth/staff.ts'
import { textOf } from '#lib/messages/text.ts'
import { connectionsOf } from '#lib/oauth/connection.ts'
import { type ConsentRequest, consentRequestOf, denyConsent } from '#lib/oauth/consent.ts'
import { consentPolicy, isConsentToken, screenOf, type TypedConsent } from '#lib/oauth/consent-screen.ts'
import { decisionOf, tryAllow, typedIn } from '#lib/oauth/decision.ts'
import { eligibleAccountsOf } from '#lib/oauth/eligible-accounts.ts'
import { errorPage } from '#lib/oauth/error-page.ts'
import { pageStyles } from '#lib/stylesheet.ts'
import { pageLanguage, pagePath } from '#lib/surfaces/language.ts'

type Context = { params: Promise<{ uid: string }> }

/** The page that asks the user whether the app gets access. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const consentRequest = await requestOfBrowser((await params).uid)
  return consentRequest ? screen(consentRequest, null, [], 200) : gone()
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { uid } = await params
  const consentRequest = await requestOfBrowser(uid)
  if (!consentRequest) return gone()
  const { actor, session } = await requireSignedIn()
  const [form, language] = await Promise.all([request.formData(), pageLanguage()])
  const t = textOf(language)
  if (!isConsentToken(String(form.get('token') ?? ''), uid, session.id)) {
    return screen(consentRequest, null, [{ message: t('consent.other_session') }], 403)
  }
  if (form.get('decision') === 'switch') {
    await signOut()
    redirect(`/login?return_to=${encodeURIComponent(`/consent/${uid}`)}`)
  }
  if (form.get('decision') !== 'allow') return seeOther(await denyConsent(consentRequest))
  const typed = typedIn(form)
  const eligibleAccounts = await eligibleAccountsOf(consentRequest, actor.id, session.memberships, t)
  const decision = decisionOf(
    typed,
    actor,
    eligibleAccounts,
    await connectionsOf(consentRequest, actor.id),
    t,
  )
  if ('errors' in decision) return screen(consentRequest, typed, decision.errors, 422)
  const { as, ...granted } = decision
  const given = { password: String(form.get('password') ?? ''), from: fromOf(request.headers) }
  const allowed = await tryAllow(consentRequest, as, { ...granted, session: session.id }, given, language)
  return 'to' in allowed ? seeOther(allowed.to) : screen(consentRequest, typed, [allowed], allowed.status)
}

/** The consent request, if it began in this browser. Only for staff: it may fetch the document of a client. */
async function requestOfBrowser(uid: string): Promise<ConsentRequest | null> {
  const begun = (await cookies()).get('counterfoil-consent')?.value
  if (begun !== uid) return null
  await requireSignedIn()
  return consentRequestOf(uid)
}

/** @param typed the submitted fields, when the form is shown again @param errors why it is shown again */
async function screen(
  consentRequest: ConsentRequest,
  typed: TypedConsent | null,
  errors: ConsentError[],
  status: number,
): Promise<Response> {
  const [signedIn, language, path] = await Promise.all([requireSignedIn(), pageLanguage(), pagePath()])
  const t = textOf(language)
  const eligibleAccounts = await eligibleAccountsOf(
    consentRequest,
    signedIn.actor.id,
    signedIn.session.memberships,
    t,
  )
  const connections = await connectionsOf(consentRequest, signedIn.actor.id)
  const { theme } = await currentPreferences()
  const nonce = (await headers()).get('x-nonce') ?? ''
  const styles = pageStyles('components/consent/consent.css')
  const title = `${t(errors.length > 0 ? 'consent.error_title' : 'consent.title', { app: consentRequest.client.name })} · Counterfoil`
  return documentOf(
    <BareDocument title={title} language={language} theme={theme} nonce={nonce} styles={styles}>
      <main>
        <ConsentForm
          {...screenOf(consentRequest, { signedIn, eligibleAccounts, typed, connections, language })}
          errors={errors}
          path={path}
        />
      </main>
    </BareDocument>,
    status,
    consentPolicy(nonce, consentRequest.redirectUri),
  )
}

async function gone(): Promise<Response> {
  return html(errorPage.response(await pageLanguage()), 410, errorPage.policy)
}

async function documentOf(page: ReactElement, status: number, policy: string): Promise<Response> {
  // Next forbids this module in pages; route handlers may use it.
  const { renderToStaticMarkup } = await import('react-dom/server')
  return html(`<!doctype html>${renderToStaticMarkup(page)}`, status, policy)
}

function html(body: string, status: number, policy: string): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}

/** On to the engine, which sends the user back to the app. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
