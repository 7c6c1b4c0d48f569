import type { Operation } from '#lib/pipeline/operation.ts'
import { changePassword } from './change-password.ts'
import { confirmSession } from './confirm-session.ts'
import { endOtherSessions, endOwnSession } from './end-sessions.ts'
import { getProfile } from './get.ts'
import {
  confirmTotp,
  getTotpSetup,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from './second-factor.ts'
import { unlinkSignIn } from './sign-in-links.ts'
import { updateProfile } from './update.ts'

export const profileOperations: readonly Operation[] = [
  getProfile,
  updateProfile,
  changePassword,
  confirmSession,
  unlinkSignIn,
  endOwnSession,
  endOtherSessions,
  startTotp,
  getTotpSetup,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  removeSecondFactor,
]
