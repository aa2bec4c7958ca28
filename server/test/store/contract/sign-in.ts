import { describe, expect, test } from 'vitest';
import {
  authRequestById,
  deleteExpiredAuthRequests,
  insertAuthRequest,
  useAuthRequest,
} from '../../../src/store/account/auth-requests.ts';
import {
  bindingById,
  bindingsOfOrdinalsAddress,
  bindingsOfPaymentAddress,
  bindingsOfProfile,
  insertBinding,
  profileById,
} from '../../../src/store/account/profiles.ts';
import type { Database } from '../../../src/store/port.ts';
import { later, makeSeller, NOW } from './rows.ts';

export function signInRules(db: () => Database): void {
  const request = {
    id: '00000000-0000-4000-8000-000000000001',
    profileId: null,
    ordinalsAddress: 'bc1p-ord',
    paymentAddress: 'bc1q-pay',
    challenges: [{ id: 'c', role: 'ordinals' as const, address: 'bc1p-ord', message: 'line\n"quoted"' }],
    createdAt: NOW,
    expiresAt: later(1000),
  };

  describe('auth requests', () => {
    test('come back as they were stored', async () => {
      await insertAuthRequest(db(), request);
      expect(await authRequestById(db(), request.id)).toEqual({ ...request, usedAt: null });
    });
    test('are used once, by one of many', async () => {
      await insertAuthRequest(db(), request);
      const used = await Promise.all(
        Array.from({ length: 10 }, () => useAuthRequest(db(), request.id, later(1))),
      );
      expect(used.filter(Boolean)).toHaveLength(1);
    });
    test('cannot be used once expired', async () => {
      await insertAuthRequest(db(), request);
      expect(await useAuthRequest(db(), request.id, request.expiresAt)).toBe(false);
    });
    test('are forgotten after they expired', async () => {
      await insertAuthRequest(db(), request);
      expect(await deleteExpiredAuthRequests(db(), request.expiresAt)).toBe(0);
      expect(await deleteExpiredAuthRequests(db(), later(1001))).toBe(1);
      expect(await authRequestById(db(), request.id)).toBeNull();
    });
  });

  describe('profiles and bindings', () => {
    test('a binding is found by its id, its profile and either address, as visible as the profile', async () => {
      const { profileId, bindingId, address } = await makeSeller(db());
      const binding = await bindingById(db(), bindingId);
      expect(binding).toMatchObject({ profileId, provider: 'unknown', isPublic: true, createdAt: NOW });
      expect(await bindingsOfProfile(db(), profileId)).toEqual([binding]);
      expect(await bindingsOfOrdinalsAddress(db(), address)).toEqual([binding]);
      expect(await bindingsOfPaymentAddress(db(), `${address}-pay`)).toEqual([binding]);
      expect(await profileById(db(), profileId)).toMatchObject({
        id: profileId,
        username: null,
        walletsPublic: true,
      });
    });
    test('a wallet is bound once', async () => {
      const { bindingId } = await makeSeller(db());
      const binding = (await bindingById(db(), bindingId))!;
      await expect(insertBinding(db(), { ...binding, id: crypto.randomUUID() })).rejects.toThrow('unique');
    });
  });
}
