import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { DESKTOP, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs, staffOf } from '#e2e/ui/as-staff.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'

const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: `“${name}” wants to act for you` })

type Requested = Awaited<ReturnType<typeof begin>>

async function tokenOf(
  request: APIRequestContext,
  input: Requested,
  back: URL | undefined,
  callback: string,
) {
  const response = await request.post('/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: input.client_id,
      code: back?.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: input.code_verifier,
    },
  })
  return (await response.json()) as { access_token: string; scope: string }
}

test('an app with a scheme of its own is shown as an app on this device, and gets its code there', async ({
  page,
  request,
}) => {
  const callback = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const name = 'Cursor 🔒 (counterfoil)'
  const input = await begin(request, callback, 'read_only', { client_name: name })
  await beStaff(page, 'owner')
  await page.goto(input.address)
  await expect(heading(page, 'Cursor (counterfoil)')).toBeVisible()
  await expect(page.getByText('the app on this device that opens cursor: links')).toBeVisible()
  await expect(
    page.getByText("It uses the name Counterfoil, but it isn't part of this server."),
  ).toBeVisible()
  await expectUsable(page, [DESKTOP, PHONE])
  // A browser without the app stays where it is, so the redirect is read off the response.
  const redirected = page.waitForResponse((response) =>
    String(response.headers().location).startsWith('cursor:'),
  )
  await allow(page).click()
  const back = new URL((await redirected).headers().location ?? '')
  expect(back.href.startsWith(`${callback}?`)).toBe(true)
  expect((await tokenOf(request, input, back, callback)).scope).toBe('read_only')
})

test('a user allows more than the app requested: nothing is ticked, and money takes limits and the password', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const input = await begin(request, program.callback, 'read_only')
  await beStaff(page, 'owner')
  await page.goto(input.address)
  const refunds = page.getByRole('checkbox', { name: /Refund payments/ })
  await expect(refunds).toBeHidden()
  await page.getByText('Allow more than the app requested').click()
  await expect(refunds).not.toBeChecked()
  await expect(page.getByLabel('Limit per call')).toBeHidden()
  await refunds.check()
  await page.getByLabel('Limit per call').fill('750')
  await expectUsable(page, [DESKTOP, PHONE])
  await allow(page).click()
  // The section is open on the form that is shown again.
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/Enter your password/)
  await expect(refunds).toBeChecked()
  await expect(page.getByLabel('Limit per call')).toHaveValue('750')
  await page.getByLabel('Your password').fill(staffOf('owner').password)
  await allow(page).click()
  await expect(page.getByText('You can close this window.')).toBeVisible()
  const token = await tokenOf(request, input, program.lastCall(), program.callback)
  expect(token.scope).toBe('read_only refunds:write')
  program.close()
})

test('an app is connected on two devices, replaced on one of them, and disconnected from all together', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const name = `Two Windows ${Date.now()}`
  const input = await begin(request, program.callback, 'read_only', { client_name: name })
  await openAs(page, 'owner', '/')
  const replace = page.getByRole('checkbox', { name: /Replace this connection/ })
  const connect = async (choose = async () => {}) => {
    await page.goto(input.address)
    await choose()
    await allow(page).click()
    await expect(page.getByText('You can close this window.')).toBeVisible()
    return (await tokenOf(request, input, program.lastCall(), program.callback)).access_token
  }
  const works = async (token: string) =>
    (
      await request.get('/api/tool-endpoint?count=1', { headers: { authorization: `Bearer ${token}` } })
    ).status()
  const first = await connect()
  const second = await connect(async () => {
    await expect(page.getByText('Already connected to')).toHaveCount(1)
    // The same access on another device: nothing is replaced unless the user says so.
    await expect(replace).not.toBeChecked()
  })
  expect([await works(first), await works(second)]).toEqual([200, 200])
  const third = await connect(async () => {
    await expect(replace).toHaveCount(2)
    await replace.first().check()
  })
  const statuses = [await works(first), await works(second)].sort()
  expect([...statuses, await works(third)]).toEqual([200, 401, 200])
  await page.goto('/connected-apps')
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name: 'Other connections' })).toBeVisible()
  await expectUsable(page, [DESKTOP, PHONE])
  await page.getByRole('button', { name: 'Disconnect all 2 connections' }).click()
  await expect(page.getByText('All connections disconnected')).toBeVisible()
  expect([await works(first), await works(second), await works(third)]).toEqual([401, 401, 401])
  program.close()
})
