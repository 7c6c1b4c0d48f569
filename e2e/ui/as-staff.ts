import { expect, type Page } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'

export type Role = 'owner' | 'admin' | 'finance' | 'support' | 'developer' | 'viewer'
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

/** Signing in is slow on purpose, so each test process signs in once per role. */
const stored = new Map<Role, Cookies>()

/** The sign-in of a staff member of the demo merchant. */
export function staffOf(role: Role): { email: string; password: string } {
  const { staff } = demo() as ReturnType<typeof demo> & {
    staff: Record<Role, { email: string; password: string }>
  }
  return staff[role]
}

/** Signs the browser in as a staff member of the demo merchant, without opening a page. */
export async function beStaff(page: Page, role: Role): Promise<void> {
  const cookies = stored.get(role)
  if (cookies) {
    await page.context().addCookies(cookies)
    // Another test may have ended the session, by disabling the person for instance.
    const session = (await (await page.request.get('/api/auth/session')).json()) as { user?: object }
    if (session.user) return
  }
  await postSignIn(page, role)
}

/** Opens a page as a staff member of the demo merchant. */
export async function openAs(page: Page, role: Role, to: string): Promise<void> {
  const cookies = stored.get(role)
  if (cookies) {
    await page.context().addCookies(cookies)
    await page.goto(to)
    if (new URL(page.url()).pathname !== '/login') return
  }
  await postSignIn(page, role)
  await page.goto(to)
}

/** Submits the sign-in form as a browser without script does: the page itself is what sign-in.test.ts is about. */
async function postSignIn(page: Page, role: Role): Promise<void> {
  const [{ request }, person] = [page, staffOf(role)]
  // The sign-in page redirects a signed-in person.
  await page.context().clearCookies({ name: /session-token$/ })
  const form = await (await request.get('/login')).text()
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')],
  )
  const { status, location } = await request
    .post('/login', {
      multipart: { ...Object.fromEntries(hidden), ...person },
      headers: { origin: demo().base_url },
      maxRedirects: 0,
    })
    .then((response) => ({ status: response.status(), location: response.headers().location }))
  expect({ status, location }, `the sign-in of ${person.email}`).toEqual({ status: 303, location: '/' })
  // The mode is the test's own choice, and no part of the session.
  stored.set(
    role,
    (await page.context().cookies()).filter(({ name }) => name !== 'counterfoil-mode'),
  )
}

/** Gives the password where the form asks for it: a session that was confirmed in the last ten minutes is not asked. */
export async function givePassword(page: Page, role: Role): Promise<void> {
  const field = page.getByLabel('Your password')
  await expect(field.or(page.getByText(/^Confirmed until/))).toBeVisible()
  if (await field.isVisible()) await field.fill(staffOf(role).password)
}

/** As `openAs`, in a session of its own, which is not confirmed. */
export async function openFresh(page: Page, role: Role, to: string): Promise<void> {
  stored.delete(role)
  await openAs(page, role, to)
}
