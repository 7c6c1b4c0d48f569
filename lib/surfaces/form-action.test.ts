import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { refused } from '#lib/pipeline/errors.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { formAction, openForm } from '#lib/surfaces/form-action.ts'
import { actorOf, emptyRuntime } from '#lib/testing/role-actor.ts'
import { type FormDeclaration, SCRIPT_FIELD } from '#lib/values/form.ts'

const world = vi.hoisted(() => ({
  mode: 'test' as 'test' | 'live',
  ran: [] as { input: unknown; key: string | undefined; confirmed: boolean | undefined }[],
  response: (): unknown => ({ id: 'cust_1' }),
}))

vi.mock('#lib/auth/staff.ts', () => ({
  requireStaff: async (): Promise<Actor> => {
    const actor = actorOf('owner')
    return { ...actor, account: { ...actor.account, mode: world.mode } }
  },
  currentPreferences: async () => ({ time_zone: 'Asia/Kolkata', grouping: 'indian' }),
}))
vi.mock('#lib/auth/sudo.ts', () => ({
  confirmPassword: async (_: string, password: string) => (password === 'right' ? null : 'Wrong password.'),
}))
vi.mock('#lib/pipeline/execute.ts', () => ({
  execute: async (
    _runtime: unknown,
    _operation: unknown,
    _actor: unknown,
    input: unknown,
    meta: { idempotencyKey?: string; confirmed?: boolean },
  ) => {
    world.ran.push({ input, key: meta.idempotencyKey, confirmed: meta.confirmed })
    return { value: world.response() }
  },
}))
vi.mock('#lib/runtime.ts', () => ({ runtime: () => emptyRuntime() }))
vi.mock('#lib/surfaces/request-log.ts', () => ({ logRequest: () => undefined }))
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, refresh: () => undefined }))
vi.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`redirect ${path}`)
  },
}))

// The operation is only named here: running it is stubbed above.
const operation = { name: 'save', status: 200, input: z.any(), output: z.any() } as unknown as Operation<
  z.ZodAny,
  z.ZodAny
>
const declaration: FormDeclaration = {
  fields: ['name', 'amount', 'password'],
  read: (form) => ({ name: form.text('name'), amount: form.amount('amount') }),
  words: ({ reason }) => (reason === 'customer_already_exists' ? { description: 'In words.' } : {}),
}
const save = formAction(operation, declaration, {
  to: ({ id }) => `/customers/${id}`,
  message: () => 'Saved',
})
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Asha', amount: '12.50', ...fields }))
    form.set(name, value)
  return form
}

beforeEach(() => {
  world.mode = 'test'
  world.ran = []
  world.response = () => ({ id: 'cust_1' })
})

describe('a form that is done', () => {
  it('redirects without script, under the key that the form was opened with', async () => {
    await expect(save({}, formOf({ idempotency_key: 'opened' }))).rejects.toThrow(
      'redirect /customers/cust_1',
    )
    expect(world.ran).toEqual([{ input: { name: 'Asha', amount: 1250 }, key: 'opened', confirmed: false }])
  })

  it('tells a script where to go and what to say, with another key', async () => {
    const state = await save({}, formOf({ idempotency_key: 'opened', [SCRIPT_FIELD]: '1' }))
    expect(state).toMatchObject({ values: {}, done: { href: '/customers/cust_1', message: 'Saved' } })
    expect(state.idempotency_key).not.toBe('opened')
  })

  it('stays to show a result', async () => {
    const rotate = formAction(operation, declaration, { result: ({ id }) => ({ secret: id }) })
    expect((await rotate({}, formOf({}))).result).toEqual({ secret: 'cust_1' })
  })
})

describe('a form that is rejected', () => {
  it('runs nothing when a field cannot be read, and keeps the input', async () => {
    const state = await save({}, formOf({ amount: 'a lot' }))
    expect(state).toMatchObject({ values: { name: 'Asha', amount: 'a lot' }, error: { field: 'amount' } })
    expect(world.ran).toEqual([])
  })

  it('says the error of the operation in its own words, with a key for the next attempt', async () => {
    world.response = () => {
      throw refused('customer_already_exists', 'For programs.')
    }
    const state = await save({}, formOf({ idempotency_key: 'opened' }))
    expect(state.error).toMatchObject({ reason: 'customer_already_exists', description: 'In words.' })
    expect(state.idempotency_key).not.toBe('opened')
  })

  it('redirects to the approval that it was requested for', async () => {
    world.response = () => {
      throw refused('waiting_for_approval', undefined, { metadata: { approval_id: 'appr_1' } })
    }
    const state = await save({}, formOf({ [SCRIPT_FIELD]: '1' }))
    expect(state.done).toEqual({ href: '/approvals/appr_1', message: undefined })
    const stays = formAction(operation, declaration, { approval: 'stay' })
    expect((await stays({}, formOf({}))).error?.metadata).toMatchObject({ approval_id: 'appr_1' })
  })
})

describe('the password in live mode', () => {
  const guarded = formAction({ ...operation, confirm: 'live' }, declaration)

  it('needs the password for an operation with confirmation, and passes it on', async () => {
    world.mode = 'live'
    const state = await guarded({}, formOf({ password: 'wrong' }))
    expect(state.error).toMatchObject({ field: 'password', description: 'Wrong password.' })
    expect(state.values).not.toHaveProperty('password')
    await guarded({}, formOf({ password: 'right' }))
    expect(world.ran.at(-1)).toMatchObject({ confirmed: true })
  })

  it('is not asked for in test mode', async () => {
    await guarded({}, formOf({ password: 'wrong' }))
    expect(world.ran).toMatchObject([{ confirmed: false }])
    expect(openForm().idempotency_key).not.toBe(openForm().idempotency_key)
  })
})
