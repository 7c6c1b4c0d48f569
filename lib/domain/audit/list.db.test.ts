import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportAuditLines, listAuditLinesForDashboard } from '#lib/domain/audit/list.ts'
import { PEOPLE_AND_APPS } from '#lib/domain/audit/schema.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { updateCustomer } from '#lib/domain/customers/update.ts'
import { type ApprovalInstance, openApprovalInstance } from '#lib/testing/approvals.ts'

let world: ApprovalInstance
beforeAll(async () => {
  world = await openApprovalInstance()
})
afterAll(() => world.instance.close())

it('counts and exports the lines of people and apps apart from all others', async () => {
  const owner = await world.person('owner')
  const { run, system } = world.instance
  const { id } = await run(createCustomer, { name: 'By the key' })
  await run(updateCustomer, { id, name: 'By a person' }, undefined, owner)
  await run(updateCustomer, { id, name: 'By the worker' }, undefined, system)
  const actor_kind = [...PEOPLE_AND_APPS]
  const everything = await run(listAuditLinesForDashboard, { count: 100, object: id }, undefined, owner)
  const people = await run(
    listAuditLinesForDashboard,
    { count: 100, object: id, actor_kind },
    undefined,
    owner,
  )
  expect(everything).toMatchObject({ total: 3, tabs: { people: 2, all: 3 } })
  expect(people).toMatchObject({ total: 2, tabs: { people: 2, all: 3 } })
  expect(people.items.map((line) => line.actor_kind).sort()).toEqual(['key', 'user'])
  const file = await run(exportAuditLines, { object: id, actor_kind }, undefined, owner, true)
  expect(file.items.map((line) => line.id)).toEqual(people.items.map((line) => line.id))
  const updates = { object: id, action: ['edit_customer', 'update_customer'] }
  const named = await run(listAuditLinesForDashboard, updates, undefined, owner)
  expect(named.items.map(({ action }) => action)).toEqual(['update_customer', 'update_customer'])
})
