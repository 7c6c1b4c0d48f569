import type { Operation } from '#lib/pipeline/operation.ts'
import { changeRole } from './change-role.ts'
import { disableUser, enableUser } from './disable.ts'
import { getPersonDetails } from './get-details.ts'
import { exportTeam, listTeamForDashboard } from './list.ts'
import { sendNewDeviceEmail } from './new-device.ts'
import { removeUser } from './remove.ts'
import { createResetLink, sendPasswordReset } from './reset-password.ts'
import { sendSignInLinkEmail } from './sign-in-link-email.ts'

export const userOperations: readonly Operation[] = [
  disableUser,
  enableUser,
  removeUser,
  createResetLink,
  sendNewDeviceEmail,
  sendSignInLinkEmail,
  sendPasswordReset,
  listTeamForDashboard,
  exportTeam,
  getPersonDetails,
  changeRole,
]
