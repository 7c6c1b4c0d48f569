import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchListView, fetchListViews } from '#lib/domain/views/fetch.ts'
import { deleteListView, saveListView, updateListView } from '#lib/domain/views/save.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { ROLES } from '#lib/values/permissions.ts'

let shop: ApprovalInstance
let owner: Actor
let viewer: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
  viewer = await shop.person('viewer')
})
afterAll(() => shop.instance.close())

const run = (operation: Operation, input: object, as: Actor) =>
  outcomeOf(
    execute(shop.instance.runtime, operation, as, input, { requestId: `req_${Math.random()}` }).then(
      ({ value }) => value as Record<string, unknown>,
    ),
  )
const save = (as: Actor, input: object) =>
  run(saveListView, { list: '/payments', query: 'status=failed', ...input }, as)
const viewsOf = async (as: Actor, list = '/payments') =>
  ((await run(fetchListViews, { list }, as)).value?.items ?? []) as Record<string, unknown>[]

describe('a view', () => {
  it.each(ROLES)('is saved by %s, and seen by no one else', async (role) => {
    const person = await shop.person(role)
    const saved = await save(person, { name: `Of ${role}` })
    expect(saved.value).toMatchObject({ own: true, shared: false, query: 'status=failed' })
    expect((await viewsOf(viewer)).map(({ name }) => name)).not.toContain(
      role === 'viewer' ? '' : `Of ${role}`,
    )
    const other = role === 'owner' ? viewer : owner
    expect((await run(fetchListView, { id: saved.value?.id }, other)).reason).toBe('record_not_found')
    expect((await run(deleteListView, { id: saved.value?.id }, other)).reason).toBe('record_not_found')
  })

  it('is shared by who may change settings, and deleted by them or by who saved it', async () => {
    expect((await save(viewer, { name: 'Mine', shared: true })).reason).toBe('permission_denied')
    const { value } = await save(owner, { name: 'Everyone', shared: true, is_default: true })
    const found = (await viewsOf(viewer)).find(({ name }) => name === 'Everyone')
    expect(found).toMatchObject({ own: false, shared: true, is_default: false })
    expect((await run(deleteListView, { id: value?.id }, viewer)).reason).toBe('permission_denied')
    const errors = async (as: Actor) => {
      const view = (await run(fetchListView, { id: value?.id }, as)).value ?? {}
      return ['share_error', 'update_error', 'delete_error'].filter((name) => view[name] !== null)
    }
    expect(await errors(owner)).toEqual([])
    expect(await errors(viewer)).toEqual(['share_error', 'update_error', 'delete_error'])
    expect(await errors(await shop.person('admin'))).toEqual(['update_error'])
    const renamed = { id: value?.id, name: 'Nobody' }
    expect((await run(updateListView, renamed, viewer)).reason).toBe('permission_denied')
    const admin = await shop.person('admin')
    expect((await run(deleteListView, { id: value?.id }, admin)).value).toMatchObject({ name: 'Everyone' })
    expect((await viewsOf(viewer)).map(({ name }) => name)).not.toContain('Everyone')
  })

  it('keeps its name: saving it again changes its filters, and another cannot take it', async () => {
    const first = await save(owner, { name: 'Cards', is_default: true })
    const second = await save(owner, { name: 'Large', is_default: true })
    const again = await save(owner, { name: 'Cards', query: 'method=card' })
    expect(again.value).toMatchObject({ id: first.value?.id, query: 'method=card', is_default: false })
    const defaults = (await viewsOf(owner)).filter(({ is_default }) => is_default)
    expect(defaults.map(({ name }) => name)).toEqual(['Large'])
    const taken = { id: second.value?.id, name: 'Cards' }
    expect((await run(updateListView, taken, owner)).reason).toBe('input_validation_failed')
    const line = await shop.shop.lines(String(second.value?.id))
    expect(line[0]).toMatchObject({ actor_id: owner.id })
  })

  it('is one of 50, however many are saved at once', async () => {
    const named = (at: number) => save(viewer, { list: '/orders', name: `View ${at}` })
    for (let at = 0; at < 47; at += 1) await named(at)
    const last = await Promise.all([47, 48, 49, 50, 51].map(named))
    expect(last.filter(({ value }) => value !== undefined)).toHaveLength(3)
    expect(await viewsOf(viewer, '/orders')).toHaveLength(50)
  })

  it('belongs to a path of the dashboard and to a person', async () => {
    for (const list of ['https://example.com', '//example', '/', '/payments/../x'])
      expect((await save(owner, { list, name: 'x' })).reason).toBe('input_validation_failed')
    expect((await save(owner, { name: ' ' })).reason).toBe('input_validation_failed')
    expect((await save(owner, { name: 'x', query: 'q='.padEnd(2001, 'x') })).reason).toBe(
      'input_validation_failed',
    )
  })
})
