import { spawn } from 'node:child_process';

/** Of the time after which systemd ends a silent process, as it recommends less than half. */
const PART = 3;

/**
 * Tells systemd regularly that the process responds, if its unit has WatchdogSec: one that hangs tells
 * nothing and is started again. Node has no datagram sockets of Unix, so `systemd-notify` tells it.
 */
export function startWatchdog({ WATCHDOG_USEC, NOTIFY_SOCKET }: NodeJS.ProcessEnv): void {
  const everyMs = Number(WATCHDOG_USEC) / 1000 / PART;
  if (!NOTIFY_SOCKET || !(everyMs > 0)) return;
  const tell = () => {
    const told = spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore' });
    told.on('error', ({ message }) => process.stderr.write(`ordbook: systemd-notify: ${message}\n`));
    told.unref();
  };
  tell();
  setInterval(tell, everyMs).unref();
}
