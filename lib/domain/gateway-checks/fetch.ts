import { equal } from '#lib/database/conditions.ts'
import { findAcquirer } from '#lib/domain/acquirers/find.ts'
import { equals, oneOf, period, several, text } from '#lib/domain/filters.ts'
import { differenceAdvice } from '#lib/domain/gateway-checks/rules.ts'
import {
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  DIFFERENCE_SUBJECTS,
  GatewayDifference,
  GatewayDifferenceDetails,
  KIND_WORDS,
  OfDifference,
} from '#lib/domain/gateway-checks/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import { findRecord, recordNotFound } from '#lib/domain/record.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const DIFFERENCE_FILTERS = [
  several('state', DIFFERENCE_STATES, { label: 'Status', as: 'tab', where: oneOf('state') }),
  several('kind', DIFFERENCE_KINDS, {
    label: 'Difference',
    as: 'boxes',
    words: KIND_WORDS,
    where: oneOf('kind'),
  }),
  several('subject', DIFFERENCE_SUBJECTS, { label: 'Record', as: 'boxes', where: oneOf('subject') }),
  period(),
  text('object', 40, { label: 'ID here', placeholder: 'pay_…', where: equals('object_id') }),
  text('gateway', 40, { label: 'ID at the gateway', placeholder: 'pay_…', where: equals('gateway_id') }),
  text('acquirer', 40, {
    label: 'Acquirer',
    placeholder: 'acq_…',
    whenSet: true,
    where: equals('acquirer_id'),
  }),
]

export const { list: listDifferencesForDashboard, export: exportDifferences } = defineList({
  noun: 'gateway_differences',
  permission: 'balance:read',
  item: GatewayDifference,
  filters: DIFFERENCE_FILTERS,
  tab: ['state'],
  tabs: Object.fromEntries(DIFFERENCE_STATES.map((state) => [state, equal('state', state)])),
})

export const getDifferenceDetails = defineOperation({
  name: 'get_gateway_difference_details',
  title: 'Get the details of a difference',
  summary: 'Returns a difference between a gateway account and the records here, with what to do about it.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: OfDifference,
  output: GatewayDifferenceDetails,
  errors: ['record_not_found'],
  async run(context, { id }) {
    const difference = await findDifference(context, id)
    const { name } = await findAcquirer(context, difference.acquirer_id)
    return { ...difference, acquirer_name: name, ...differenceAdvice(difference) }
  },
})

/** @throws record_not_found */
export async function findDifference(context: Context, id: string): Promise<GatewayDifference> {
  const found = await findRecord<GatewayDifference>(context, 'gateway_differences', id)
  if (!found) throw recordNotFound('gateway_difference', id)
  return found
}
