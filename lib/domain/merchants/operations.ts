import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchAccount, fetchBusiness, getAccount } from './fetch.ts'
import { fetchPaymentSettings, updatePaymentSettings } from './payment-settings.ts'
import {
  fetchEventDays,
  fetchMailDays,
  fetchRequestDays,
  fetchRetention,
  updateRetention,
} from './retention.ts'
import { fetchSecondFactorRoles, updateSecondFactorRoles } from './second-factor-roles.ts'
import { removeLogo, setLogo, updateBusiness } from './update-business.ts'

export const merchantOperations: readonly Operation[] = [
  getAccount,
  fetchBalance,
  fetchAccount,
  fetchBusiness,
  updateBusiness,
  setLogo,
  removeLogo,
  fetchPaymentSettings,
  updatePaymentSettings,
  fetchRetention,
  fetchRequestDays,
  fetchEventDays,
  fetchMailDays,
  updateRetention,
  fetchSecondFactorRoles,
  updateSecondFactorRoles,
]
