import { describe, expect, test } from 'vitest';
import { ipKey } from '../../../src/api/edge/limits.ts';

describe('ipKey', () => {
  test('an IPv4 address counts as itself, also when mapped into IPv6', () => {
    expect(ipKey('192.0.2.7')).toBe('192.0.2.7');
    expect(ipKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  test('all addresses of an IPv6 /64 count as one', () => {
    expect(ipKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
    expect(ipKey('2001:0DB8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64');
    expect(ipKey('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
    expect(ipKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(ipKey('::1')).toBe('0:0:0:0::/64');
  });
});
