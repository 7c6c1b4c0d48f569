'use server'
import {
  deleteRoleForm,
  editRoleForm,
  enableForm,
  endAccessForm,
  type InvitedPerson,
  inviteForm,
  newRoleForm,
  roleForm,
  secondFactorRolesForm,
} from '#components/team/team-form-state.ts'
import { inviteUser, resendInvitation } from '#lib/domain/invitations/invite.ts'
import type { SentInvitation } from '#lib/domain/invitations/schema.ts'
import { withdrawInvitation } from '#lib/domain/invitations/withdraw.ts'
import { updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { removeSecondFactor } from '#lib/domain/profile/second-factor.ts'
import { createRole } from '#lib/domain/roles/create.ts'
import { deleteRole } from '#lib/domain/roles/delete.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { disableUser, enableUser } from '#lib/domain/users/disable.ts'
import { removeUser } from '#lib/domain/users/remove.ts'
import { createResetLink } from '#lib/domain/users/reset-password.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmedRecordForm, recordForm } from '#lib/values/form.ts'

const to = ({ id }: { id: string }) => `/settings/team/${id}`

export const changeRoleAction = formAction(changeRole, roleForm, { to, message: () => 'Role changed' })

export const disablePersonAction = formAction(disableUser, endAccessForm, {
  to,
  message: () => 'Person disabled',
})

export const enablePersonAction = formAction(enableUser, enableForm, { to, message: () => 'Person enabled' })

export const removePersonAction = formAction(removeUser, endAccessForm, {
  to: () => '/settings/team',
  message: () => 'Person removed',
})

export const invitePersonAction = formAction(inviteUser, inviteForm, { result: invited })

export const resendInvitationAction = formAction(resendInvitation, recordForm, { result: invited })

export const createResetLinkAction = formAction(createResetLink, confirmedRecordForm, {
  result: ({ email, link_token }) => ({ email, link: link_token }),
})

export const removeSecondFactorAction = formAction(removeSecondFactor, confirmedRecordForm, {
  to,
  message: () => 'Second factor removed',
})

const toRole = ({ id }: { id: string }) => `/settings/team/roles/${id}`

export const createRoleAction = formAction(createRole, newRoleForm, {
  to: toRole,
  message: () => 'Role created',
})

/** It may be the role of this person, so the frame is drawn again. */
export const updateRoleAction = formAction(updateRole, editRoleForm, {
  to: toRole,
  message: () => 'Role saved',
  everywhere: true,
})

export const deleteRoleAction = formAction(deleteRole, deleteRoleForm, {
  to: () => '/settings/team/roles',
  message: () => 'Role deleted',
  everywhere: true,
})

export const setSecondFactorRolesAction = formAction(updateSecondFactorRoles, secondFactorRolesForm, {
  to: () => '/settings/team/roles?saved=1',
  message: () => 'Requirement saved',
  everywhere: true,
})

export const withdrawInvitationAction = formAction(withdrawInvitation, recordForm, {
  to: ({ id }) => `/settings/team/invitations/${id}`,
  message: () => 'Invitation withdrawn',
})

function invited({ id, email, link_token }: SentInvitation): InvitedPerson {
  return { id, email, link: link_token }
}
