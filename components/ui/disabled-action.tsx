import type { ReactNode } from 'react'
import { useId } from 'react'
import { Lock } from '#components/ui/icons.tsx'
import { missingPermission, type Permission } from '#lib/values/permissions.ts'
import type { RuleError } from '#lib/values/rule-error.ts'
import { type ButtonLook, buttonLook } from './looks.ts'

type DisabledActionProps = ButtonLook & {
  /** One sentence: why not, and what would help. */
  reason: string
  children: ReactNode
}

/** An action that cannot be taken now. It is not hidden: it can be reached, and says why. */
export function DisabledAction({ reason, children, variant, size }: DisabledActionProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        title={reason}
        data-hint=""
        className={buttonLook({ variant, size })}
      >
        <Lock aria-hidden="true" />
        {children}
      </button>
      <span id={id} className="sr-only">
        {reason}
      </span>
    </>
  )
}

type UnlessProps = ButtonLook & {
  /** Why the operation would be rejected, as it says itself; null when it would run. */
  error: RuleError | null
  label: ReactNode
  children: ReactNode
}

/** An action, or the reason of its operation against it. */
export function Unless({ error, label, children, ...look }: UnlessProps) {
  if (error === null) return children
  return (
    <DisabledAction {...look} reason={error.description}>
      {label}
    </DisabledAction>
  )
}

type PermittedProps = ButtonLook & {
  /** Whether the actor has the permission: `actor.permissions.has(permission)`. */
  allowed: boolean
  permission: Permission
  /** The words of the action, for when it may not be taken. */
  label: ReactNode
  /** The working action. */
  children: ReactNode
}

/** An action, or the reason why this person may not take it and who can change that. */
export function Permitted({ allowed, permission, label, children, ...look }: PermittedProps) {
  if (allowed) return children
  return (
    <DisabledAction {...look} reason={missingPermission(permission)}>
      {label}
    </DisabledAction>
  )
}
