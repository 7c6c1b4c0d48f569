import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { cache } from 'react'
import { rememberInBrowser } from '#lib/auth/browser-cookie.ts'
import { sessionCookieName, sessionIdIn } from '#lib/auth/next-auth.ts'
import {
  endSession,
  findSession,
  type Membership,
  type NoSession,
  type StaffSession,
  touchSession,
} from '#lib/auth/sessions.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { type Preferences, readPreferences } from '#lib/values/preferences.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Which merchant and mode a person is looking at; anything they do not belong to is passed over. */
export const MERCHANT_COOKIE = 'counterfoil-merchant'
export const MODE_COOKIE = 'counterfoil-mode'

/** The signed-in person acting on the merchant and mode they have chosen, or null. One query a request. */
export async function staffActor(): Promise<Actor | null> {
  const staff = await currentStaff()
  return 'actor' in staff ? staff.actor : null
}

/** The actor, or a way to the sign-in page and back. */
export async function requireStaff(): Promise<Actor> {
  return (await requireSignedIn()).actor
}

/** The signed-in person and their session; null for a stranger. For public pages. */
export async function signedIn(): Promise<SignedIn | null> {
  const staff = await currentStaff()
  return 'actor' in staff ? staff : null
}

export type SignedIn = { actor: Actor; session: StaffSession; membership: Membership }

/** As `requireStaff`, with the session and everything the person belongs to: for the settings. */
export async function requireSignedIn(): Promise<SignedIn> {
  const staff = await requireSession()
  const here = returnPath((await headers()).get('x-counterfoil-path'), '')
  if (staff.membership.locked && !isForSetup(here)) redirect(SETUP)
  return staff
}

/**
 * The same for the frame around all pages, also for a person who still needs a second factor: the page leads them away. A
 * redirect by the frame would leave it out of the page that it leads to, since both pages share it.
 */
export async function requireSession(): Promise<SignedIn> {
  const staff = await currentStaff()
  if ('actor' in staff) return staff
  const here = returnPath((await headers()).get('x-counterfoil-path'), '')
  const query = new URLSearchParams({
    ...('ended' in staff && staff.ended ? { reason: staff.ended } : {}),
    ...(here && here !== '/' ? { return_to: here } : {}),
  })
  const path = 'stepUp' in staff ? STEP_UP : '/login'
  redirect(query.size > 0 ? `${path}?${query}` : path)
}

/** Where a person uses the second factor that they have, and one without any sets one up. Their role needs it first. */
const STEP_UP = '/login/second-factor'
const SETUP = '/settings/account'

/**
 * The session of a person who has to use their second factor first. Until then it has no actor anywhere, so that nothing
 * but the page that asks for the factor can be opened with it.
 */
export async function sessionToStepUp(): Promise<StaffSession | null> {
  const staff = await currentStaff()
  return 'stepUp' in staff ? staff.stepUp : null
}

/** The pages of the account, and routes that do not know their path, where the permissions are enough. */
function isForSetup(path: string): boolean {
  return path === '' || /^\/(settings\/account|confirm)(?=[/?#]|$)/.test(path)
}

/** The person of this session, who may belong to no merchant: someone who is about to accept an invitation. */
export async function sessionPerson(): Promise<{ id: string; email: string } | null> {
  const id = await sessionIdIn((await cookies()).get(sessionCookieName())?.value)
  const session = id === null ? null : await findSession(id)
  return session === null || 'ended' in session || session.step_up ? null : session.user
}

/**
 * The person of a response that goes on, as they are now, in the account that it began with: null once the session or the
 * membership has ended, or needs a second factor. It does not keep the session alive.
 */
export async function staffAgain({ session: id, account }: Actor): Promise<Actor | null> {
  const session = id === undefined ? null : await findSession(id)
  if (session === null || 'ended' in session || session.step_up) return null
  const membership = session.memberships.find((one) => one.account.id === account.id)
  return membership ? actorOf(session, membership) : null
}

/** Shows a merchant that the person has just joined. */
export async function chooseTeam(merchantId: string): Promise<void> {
  await rememberInBrowser(MERCHANT_COOKIE, merchantId)
}

/** How the person of this request wants to see things. */
export const currentPreferences = cache(async (): Promise<Preferences> => {
  const jar = await cookies()
  return readPreferences((name) => jar.get(name)?.value)
})

/** Ends the session of this request and takes its cookie back. Only in actions and route handlers. */
export async function signOut(): Promise<void> {
  const jar = await cookies()
  const id = await sessionIdIn(jar.get(sessionCookieName())?.value)
  if (id) await endSession(id)
  jar.delete(sessionCookieName())
}

type NoStaff = { ended?: NoSession['ended'] | 'no_access' } | { stepUp: StaffSession }

const currentStaff = cache(async (): Promise<SignedIn | NoStaff> => {
  const jar = await cookies()
  const id = await sessionIdIn(jar.get(sessionCookieName())?.value)
  if (!id) return {}
  const session = await findSession(id)
  if ('ended' in session) return session
  if (session.step_up) return { stepUp: session }
  const membership = chosen(session.memberships, jar.get(MERCHANT_COOKIE)?.value, jar.get(MODE_COOKIE)?.value)
  if (!membership) return { ended: 'no_access' }
  if (session.stale) after(() => touchSession(id))
  return { actor: actorOf(session, membership), session, membership }
})

/** A person who still needs a second factor has no permission but that to set one up. */
function actorOf({ id, user }: StaffSession, { account, role, locked }: Membership): Actor {
  const permissions = new Set<Permission>(locked ? ['profile:write'] : role.permissions)
  return { kind: 'user', id: user.id, name: user.email, account, session: id, permissions }
}

/** The person in the other mode of the same merchant; null where they have no access to it. */
export async function otherModeActor(): Promise<Actor | null> {
  const staff = await requireSignedIn()
  return inMode(staff, staff.actor.account.mode === 'live' ? 'test' : 'live')
}

/** The person in one mode of the same merchant; null where they have no access to it. */
export function inMode({ actor, session }: SignedIn, mode: 'test' | 'live'): Actor | null {
  const own = session.memberships.find(
    ({ account }) => account.merchant_id === actor.account.merchant_id && account.mode === mode,
  )
  return own ? actorOf(session, own) : null
}

/** The person in another account that they belong to; null where they don't. */
export async function actorIn(accountId: string): Promise<Actor | null> {
  const { session } = await requireSignedIn()
  const found = session.memberships.find(({ account }) => account.id === accountId)
  return found ? actorOf(session, found) : null
}

/** The membership that the cookies name; else the first merchant, in test mode. */
function chosen(
  memberships: Membership[],
  merchantId: string | undefined,
  mode: string | undefined,
): Membership | undefined {
  const wanted = mode === 'live' ? 'live' : 'test'
  const own = memberships.filter(({ account }) => account.merchant_id === merchantId)
  const first = memberships.filter(
    ({ account }) => account.merchant_id === memberships[0]?.account.merchant_id,
  )
  const among = own.length > 0 ? own : first
  return among.find(({ account }) => account.mode === wanted) ?? among[0]
}
