import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FirstRun, STEP_NAMES, type StepName, whoCan } from '#components/overview/first-run.tsx'
import type { FirstSteps } from '#lib/domain/overview/schema.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'
import { STEP_PERMISSIONS } from './step-permissions.ts'

const fresh: FirstSteps = {
  key_id: null,
  order_id: null,
  payment_id: null,
  has_payment: false,
  called: false,
  ordered: false,
  captured: false,
  refunded: false,
  delivered: false,
}

function drawn(role: Role, steps: Partial<FirstSteps> = {}): string {
  return renderToStaticMarkup(
    <FirstRun
      steps={{ ...fresh, ...steps }}
      needs={STEP_PERMISSIONS}
      permissions={new Set(ROLE_PERMISSIONS[role])}
      baseUrl="https://pay.example"
      currency="INR"
      mode="test"
      dismiss={async () => undefined}
    />,
  )
}

const headings = (page: string, level: 3 | 4) =>
  [...page.matchAll(new RegExp(`<h${level} class="font-\\[580\\]">([^<]+)`, 'g'))].map(([, title]) => title)

const API = 'Call the API with a key'
const ORDER = ['Create an order', 'Accept a payment']
const REFUND = 'Refund part of the payment'
const WEBHOOK = 'Receive a webhook'

/** What each role can do, and what it is told that others do. */
const WANTED: Record<Role, { own: string[]; others: string[] }> = {
  owner: { own: [API, ...ORDER, REFUND, WEBHOOK], others: [] },
  admin: { own: [API, ...ORDER, REFUND, WEBHOOK], others: [] },
  developer: { own: [API, ...ORDER, WEBHOOK], others: [REFUND] },
  finance: { own: [...ORDER, REFUND], others: [API, WEBHOOK] },
  support: { own: [...ORDER, REFUND], others: [API, WEBHOOK] },
  viewer: { own: [], others: [API, ...ORDER, REFUND, WEBHOOK] },
}

describe.each(ROLES)('the first steps of the role %s', (role) => {
  const { own, others } = WANTED[role]

  it('are those that it may take, and it is told who can take the others', () => {
    const page = drawn(role)
    expect(headings(page, 3)).toEqual(own)
    expect(headings(page, 4)).toEqual(others)
    expect(page).toContain(own.length === 0 ? '>First steps<' : `>First ${own.length} steps<`)
    if (own.length > 0) expect(page).toContain(`0 of ${own.length} done.`)
    expect(page.match(/>Ask an [^<]+\.</g) ?? []).toHaveLength(others.length)
  })

  it('offers no command without a key, and no button without its permission', () => {
    const may = new Set(ROLE_PERMISSIONS[role])
    const page = drawn(role, { payment_id: 'pay_NfLw3gQ81xRt0a' })
    expect(page.includes('curl')).toBe(may.has('keys:write'))
    expect(page.includes('href="/orders/new"')).toBe(may.has('orders:write'))
    expect(page.includes('href="/payments/pay_NfLw3gQ81xRt0a/refund"')).toBe(
      may.has('refunds:write') && !may.has('keys:write'),
    )
  })

  it('are counted among its own', () => {
    const page = drawn(role, { ordered: true, called: true })
    const done = [ORDER[0], API].filter((title) => own.includes(title as string)).length
    if (own.length > 0) expect(page).toContain(`${done} of ${own.length} done.`)
    expect(page.match(/, done</g)).toHaveLength(2)
  })
})

it('names the roles that can take a step', () => {
  const said = Object.fromEntries(STEP_NAMES.map((name) => [name, whoCan(STEP_PERMISSIONS[name])]))
  expect(said).toEqual({
    called: 'Ask an owner, admin or developer.',
    ordered: 'Ask an owner, admin, finance, support or developer.',
    captured: 'Ask an owner, admin, finance, support or developer.',
    refunded: 'Ask an owner, admin, finance or support.',
    delivered: 'Ask an owner, admin or developer.',
  } satisfies Record<StepName, string>)
})
