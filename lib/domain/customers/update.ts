import { z } from 'zod'
import { repeatTransaction } from '#lib/database/transact.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { assertInRegion, assertUnchanged, customerChanges, represent } from '#lib/domain/customers/rules.ts'
import {
  Customer,
  type CustomerFields,
  EDITABLE_FIELDS,
  EditCustomer,
  type ExpectedCustomer,
  UpdateCustomer,
  UpdateCustomerIfUnchanged,
} from '#lib/domain/customers/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { codesOf } from '#lib/process/availability.ts'
import { NotesInput } from '#lib/values/notes.ts'

export const updateCustomer = defineOperation({
  name: 'update_customer',
  title: 'Edit a customer',
  summary:
    'Replaces the name, email, contact, GSTIN and notes of a customer. Fields that are left out are cleared.',
  permission: 'customers:write',
  http: 'PUT /v1/customers/:id',
  scope: 'customers:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  toolName: 'replace_customer',
  coveredBy: 'edit_customer',
  input: UpdateCustomer,
  output: Customer,
  errors: ['customer_already_exists', 'not_available_in_region'],
  run: (context, { id, ...fields }) => replace(context, id, () => fields),
})

export const editCustomer = defineOperation({
  name: 'edit_customer',
  title: 'Edit a customer',
  summary: 'Changes the fields that are sent, clears those that are null and keeps the rest.',
  permission: 'customers:write',
  http: null,
  scope: 'customers:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  input: EditCustomer,
  output: Customer,
  errors: ['customer_already_exists', 'not_available_in_region'],
  run(context, { id, ...sent }) {
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    if (Object.keys(changes).length === 0)
      throw refused('input_validation_failed', 'Send at least one field to change.')
    return replace(context, id, (before) => ({ ...fieldsOf(before), ...changes }))
  },
})

export const updateCustomerIfUnchanged = defineOperation({
  name: 'update_customer_if_unchanged',
  title: 'Edit a customer if unchanged',
  summary: 'Edits a customer, unless it was changed since the user opened it.',
  permission: 'customers:write',
  http: null,
  input: UpdateCustomerIfUnchanged,
  output: Customer,
  run: (context, { id, seen: expected, ...fields }) => replace(context, id, () => fields, expected),
})

export const previewCustomerUpdate = defineOperation({
  name: 'preview_customer_update',
  title: 'Preview an edit of a customer',
  summary: 'Returns what an edit would change, or the error that it would cause. Changes nothing.',
  permission: 'customers:write',
  http: null,
  effect: 'read',
  input: UpdateCustomer,
  output: z.object({
    changes: z.partialRecord(z.enum(EDITABLE_FIELDS), z.object({ from: z.unknown(), to: z.unknown() })),
  }),
  async run(context, { id, ...fields }) {
    assertInRegion(context.account.country)
    const columns = represent(fields, context.account.country)
    const before = await findCustomer(context, id)
    await assertFree(context, columns.identity, id)
    return { changes: customerChanges(before, columns) }
  },
})

type Found = Awaited<ReturnType<typeof findCustomer>>

/** The fields of a customer as an edit that changes none of them sends them. */
function fieldsOf({ name, email, contact, gstin, notes }: Found): CustomerFields {
  return { name, email, contact, gstin, notes: NotesInput.parse(notes) }
}

/** @param fieldsFrom the fields after the edit, from the customer that is held for it */
async function replace(
  context: Context,
  id: string,
  fieldsFrom: (before: Found) => CustomerFields,
  expected?: ExpectedCustomer,
) {
  assertInRegion(context.account.country)
  await context.tables
    .$queryRaw`SELECT 1 FROM customers WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  const before = await findCustomer(context, id)
  const columns = represent(fieldsFrom(before), context.account.country)
  if (expected) assertUnchanged(before, expected)
  await assertFree(context, columns.identity, id)
  context.noteChange(before, columns, EDITABLE_FIELDS)
  try {
    return await context.tables.customers.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data: columns,
    })
  } catch (thrown) {
    // Another customer took the pair since it was looked up: the retry finds it.
    if (codesOf(thrown).includes('P2002')) throw repeatTransaction(thrown)
    throw thrown
  }
}

async function assertFree(context: Context, identity: string | null, id: string): Promise<void> {
  if (identity === null) return
  const holder = await context.tables.customers.findUnique({
    where: { account_id_identity: { account_id: context.account.id, identity } },
    select: { id: true },
  })
  if (!holder || holder.id === id) return
  throw refused(
    'customer_already_exists',
    'Another customer already has this email and contact. See metadata.customer_id.',
    { metadata: { customer_id: holder.id } },
  )
}
