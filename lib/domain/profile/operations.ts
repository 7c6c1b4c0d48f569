import type { Operation } from '#lib/pipeline/operation.ts'
import { getProfile } from './get.ts'
import {
  confirmTotp,
  getTotpSetup,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from './second-factor.ts'
import { confirmSession, endOtherSessions, endOwnSession, unlinkSignIn } from './sessions.ts'
import { changePassword, updateProfile } from './update.ts'

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
