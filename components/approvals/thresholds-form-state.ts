import { FLOW_NAMES, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import { type ApprovalThresholds, UpdateApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { decimalOf } from '#lib/values/money-text.ts'

/** The threshold of a flow for everyone is `merchant`; the others are of a role. */
export const thresholdFieldOf = (flow: Flow, name: string) => `${flow}_${name}`

type Roles = Record<Flow, { roles: readonly { id: string }[] }>

const namesOf = (flow: Flow, roles: Roles) => ['merchant', ...roles[flow].roles.map(({ id }) => id)]

/**
 * Outgoing amounts above which a second person approves, for the merchant and each of some roles. Blank means no
 * threshold.
 */
export const thresholdsFormOf = (roles: Roles): FormDeclaration => ({
  ...thresholdsForm,
  fields: [
    ...FLOW_NAMES.flatMap((flow) => namesOf(flow, roles).map((name) => thresholdFieldOf(flow, name))),
    'reason',
    'password',
  ],
})

/** The same for the action, which reads the fields that were posted: the roles are those of the form. */
export const thresholdsForm = {
  fields: ['reason', 'password'],
  schema: UpdateApprovalThresholds,
  read(form: FormReader) {
    const posted = [...form.form.keys()]
    const flows = FLOW_NAMES.map((flow) => {
      const names = posted.filter((name) => name.startsWith(`${flow}_`))
      const amounts = names.map((name) => [
        name.slice(flow.length + 1),
        form.optionalAmount(name, AMOUNT_OR_BLANK),
      ])
      const { merchant = null, ...by_role } = Object.fromEntries(amounts)
      return [flow, { merchant, by_role }]
    })
    return { ...Object.fromEntries(flows), reason: form.optional('reason') }
  },
  words: ({ field }) => {
    const [flow, ...path] = field?.split('.') ?? []
    const name = path.at(-1)
    return name === undefined ? {} : { field: `${flow}_${name}` }
  },
} satisfies FormDeclaration

const AMOUNT_OR_BLANK = 'Enter an amount, e.g. 5000 or 5000.50, or leave it blank.'

export function thresholdValues(thresholds: ApprovalThresholds): Record<string, string> {
  const amounts = FLOW_NAMES.flatMap((flow) => {
    const { merchant, by_role } = thresholds[flow]
    return Object.entries({ merchant, ...by_role }).map(([name, amount]) => [
      thresholdFieldOf(flow, name),
      amount == null ? '' : decimalOf(amount, thresholds.currency),
    ])
  })
  return Object.fromEntries(amounts)
}
