import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FLOW_NAMES, FLOWS, flowOf, POLICY, POLICY_NOTES } from '#lib/domain/approvals/schema/policy.ts'
import { APPROVABLE, isLooserRequest, UpdateApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import { operations } from '#lib/domain/operations.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

describe('the approval policy', () => {
  it('names flows of operations that are held, and money that no flow holds comes in or stays', () => {
    for (const flow of FLOW_NAMES)
      for (const name of FLOWS[flow].operations) {
        expect(operations.find((operation) => operation.name === name)?.movesMoney, name).toBe(true)
        expect(Object.keys(APPROVABLE)).toContain(name)
        expect(flowOf(name)).toBe(flow)
      }
    const free = Object.keys(APPROVABLE).filter((name) => flowOf(name) === null && !isLooserRequest(name))
    expect(free.sort()).toEqual([
      'capture_payment',
      'create_wallet_payment',
      'reverse_transfer',
      'update_transfer',
    ])
  })

  it('has a threshold for exactly the roles that may move the money', () => {
    for (const flow of FLOW_NAMES) {
      const permissions = FLOWS[flow].operations.map((name) => APPROVABLE[name].permission)
      const able = ROLES.filter((role) =>
        permissions.every((permission) => ROLE_PERMISSIONS[role].includes(permission)),
      )
      expect([...FLOWS[flow].roles].sort(), flow).toEqual([...able].sort())
      const by_role = Object.fromEntries(able.map((role) => [role, 5]))
      expect(UpdateApprovalThresholds.parse({ [flow]: { merchant: 9, by_role } })[flow]?.by_role).toEqual(
        by_role,
      )
    }
  })

  it('stands in docs/approval-policy.md, row by row', () => {
    const text = readFileSync('docs/approval-policy.md', 'utf8')
    const rows = POLICY.map(
      ({ who, what, how_much, over, loosened_by }) =>
        `| ${who} | ${what} | ${how_much} | ${over} | ${loosened_by} |`,
    )
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(1),
    ).toEqual(rows)
    for (const note of POLICY_NOTES) expect(text).toContain(`- ${note}`)
  })
})
