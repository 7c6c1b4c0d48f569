import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import { type ApprovalThresholds, UpdateApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { decimalOf } from '#lib/values/money-text.ts'

/** The threshold of a flow for everyone is `merchant`; the others are of a role. */
export const fieldOf = (flow: Flow, name: string) => `${flow}_${name}`

const namesOf = (flow: Flow) => ['merchant', ...FLOWS[flow].roles]

/** Outgoing amounts above which a second person approves. Blank means no threshold. */
export const thresholdsForm = {
  fields: [...FLOW_NAMES.flatMap((flow) => namesOf(flow).map((name) => fieldOf(flow, name))), 'password'],
  schema: UpdateApprovalThresholds,
  read: (form: FormReader) =>
    Object.fromEntries(
      FLOW_NAMES.map((flow) => {
        const amounts = namesOf(flow).map((name) => [
          name,
          form.optionalAmount(fieldOf(flow, name), AMOUNT_OR_BLANK),
        ])
        const { merchant, ...by_role } = Object.fromEntries(amounts)
        return [flow, { merchant, by_role }]
      }),
    ),
  words: ({ field }) => {
    const [flow, ...path] = field?.split('.') ?? []
    const name = path.at(-1)
    return name === undefined ? {} : { field: `${flow}_${name}` }
  },
} satisfies FormDeclaration

const AMOUNT_OR_BLANK = 'Enter an amount, e.g. 5000 or 5000.50, or leave it blank.'

/** The initial values of the form. */
export function thresholdValues(thresholds: ApprovalThresholds): Record<string, string> {
  const amounts = FLOW_NAMES.flatMap((flow) => {
    const { merchant, by_role } = thresholds[flow]
    return Object.entries({ merchant, ...by_role }).map(([name, amount]) => [
      fieldOf(flow, name),
      amount == null ? '' : decimalOf(amount, thresholds.currency),
    ])
  })
  return Object.fromEntries(amounts)
}
