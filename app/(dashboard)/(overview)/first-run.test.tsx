import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { FirstRun, STEP_NAMES, type StepName } from '#components/overview/first-run.tsx'
import { GoLiveChecklist } from '#components/overview/go-live.tsx'
import type { FirstSteps, GoLive } from '#lib/domain/overview/schema.ts'
import { missingPermission, ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'
import { STEP_PERMISSIONS } from './step-permissions.ts'

// What a browser loads later is drawn at once here.
vi.mock('#components/overview/lazy-first-key.tsx', async () => {
  const { FirstKey, KeyCommand, KeyStep } = await import('#components/overview/first-key.tsx')
  return { LazyFirstKey: FirstKey, LazyKeyCommand: KeyCommand, LazyKeyStep: KeyStep }
})
vi.mock('#components/shared/form/lazy-action-button.tsx', async () => ({
  LazyActionButton: (await import('#components/shared/form/action-button.tsx')).ActionButton,
}))

// The buttons refresh the page, which is not there.
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const fresh: FirstSteps = {
  key_id: null,
  order_id: null,
  payment_id: null,
  webhook_id: null,
  has_payment: false,
  has_history: false,
  has_key: false,
  called: false,
  ordered: false,
  captured: false,
  refunded: false,
  delivered: false,
  go_live: null,
}
const openForm = () => ({ values: {}, idempotency_key: 'a' })
const form = { action: async () => openForm(), initial: openForm() }
const dismiss = async () => undefined

function drawn(role: Role, steps: Partial<FirstSteps> = {}): string {
  return renderToStaticMarkup(
    <FirstRun
      steps={{ ...fresh, ...steps }}
      needs={STEP_PERMISSIONS}
      permissions={new Set(ROLE_PERMISSIONS[role])}
      baseUrl="https://pay.example"
      currency="INR"
      forms={{ key: { ...form, action: async () => openForm() }, order: form, refund: form }}
      open
      dismiss={dismiss}
    />,
  )
}

const locked = (page: string) =>
  [...page.matchAll(/aria-disabled="true"[^>]*title="([^"]+)"/g)].map(([, reason]) => reason)

/** The steps of each role that its permissions do not include. */
const LACKING: Record<Role, StepName[]> = {
  owner: [],
  admin: [],
  developer: ['refunded'],
  finance: ['has_key', 'delivered'],
  support: ['has_key', 'delivered'],
  viewer: ['has_key', 'ordered', 'refunded', 'delivered'],
}
const RECORDS = { order_id: 'order_NfLw3gQ81xRt0a', payment_id: 'pay_NfLw3gQ81xRt0a' }

describe.each(ROLES)('the first steps of the role %s', (role) => {
  it('are buttons, or say which permission is missing and who can help', () => {
    const page = drawn(role, RECORDS)
    expect(locked(page)).toEqual(
      LACKING[role].map((name) => missingPermission(STEP_PERMISSIONS[name]).replaceAll("'", '&#x27;')),
    )
    expect(page.match(/<h3/g)).toHaveLength(STEP_NAMES.length)
    expect(page).toContain(`/checkout/${RECORDS.order_id}`)
  })

  it('have commands once there is a key, with the key and the records in them', () => {
    expect(drawn(role, RECORDS)).not.toContain('curl')
    const page = drawn(role, { ...RECORDS, has_key: true, key_id: 'key_test_NfLw3gQ81xRt0a' })
    expect(page.match(/>curl: /g)).toHaveLength(STEP_NAMES.length)
    expect(page).toContain('shown once, when the key was created')
    expect(page).not.toContain('{key}')
  })
})

it('counts the steps that are done, and shows no more of them', () => {
  const page = drawn('owner', { ...RECORDS, has_key: true, key_id: 'key_test_NfLw3gQ81xRt0a', ordered: true })
  expect(page).toContain('2 of 5 done.')
  expect(page.match(/, done</g)).toHaveLength(2)
  expect(page).not.toContain('Create test order')
})

it('sends an event once there is a webhook', () => {
  const page = drawn('owner', { webhook_id: 'whk_NfLw3gQ81xRt0a' })
  expect(page).toContain('/webhooks/whk_NfLw3gQ81xRt0a/send')
  expect(page).not.toContain('/webhooks/new')
})

describe('the go-live checklist', () => {
  const found: GoLive = {
    has_key: false,
    has_webhook: true,
    owners: 2,
    owners_without_factor: 1,
    has_thresholds: false,
    has_business_details: false,
    sends_mail: false,
    last_backup_at: null,
    acquirer: null,
  }
  const acquirer = {
    id: 'acq_NfLw3gQ81xRt0a',
    name: 'bank',
    tested_at: 1_781_764_200,
    gateway: true,
    sandbox: false,
    has_notification: false,
  }
  const live = (role: Role, more: Partial<GoLive> = {}) =>
    renderToStaticMarkup(
      <GoLiveChecklist
        found={{ ...found, ...more }}
        permissions={new Set(ROLE_PERMISSIONS[role])}
        open
        dismiss={dismiss}
      />,
    )

  it('has what the server knows, and says what is true of backups', () => {
    const page = live('owner')
    expect(page).toContain('2 of 8 done.')
    expect(page).toContain('1 of 2 owners have an authenticator app or a passkey.')
    expect(page).toContain('Set up an acquirer')
    expect(page).toContain('No backup of this server was made yet.')
    expect(live('owner', { last_backup_at: 1_781_764_200 })).toContain(
      'The last backup of this server was made',
    )
    expect(locked(page)).toEqual([])
  })

  it('asks for a webhook of the gateway, where there is one', () => {
    expect(live('owner', { acquirer })).toContain('Receive webhooks of the gateway<')
    expect(live('owner', { acquirer })).toContain('3 of 9 done.')
    expect(live('owner', { acquirer: { ...acquirer, has_notification: true } })).toContain('4 of 9 done.')
    expect(live('owner', { acquirer: { ...acquirer, gateway: false } })).toContain('3 of 8 done.')
    const sandbox = live('owner', { acquirer: { ...acquirer, gateway: false, sandbox: true } })
    expect(sandbox).toContain('3 of 9 done.')
    expect(sandbox).toContain('is a sandbox: no real money moves there')
  })

  it('says who can do what the reader cannot', () => {
    expect(locked(live('viewer'))).toHaveLength(5)
  })
})
