import type { NetworkName } from '@ordbook/protocol/network';
import { SIGNER_ROLES, type SignerRole } from '../../composition/signer-roles.ts';
import { nodeUsers, type Plan, PROXY_SUBNET, RPC_PORTS, type SettingValues, SIGNER_PORTS } from './plan.ts';

/** Images of the parts that are not ours, by name in the compose file. */
const BITCOIND_IMAGE = 'bitcoin/bitcoin:29.0';
const POSTGRES_IMAGE = 'postgres:17-bookworm';
const CADDY_IMAGE = 'caddy:2';
/** Built from the Dockerfile's target `ord`. */
const ORD_IMAGE = 'ordbook-ord:0.29.1';

/** What every container of ours forbids its process. */
const HARDENED = `    restart: unless-stopped
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]`;

/** The complete stack as one compose file. Each signer is in a container of its own, with its key only. */
export function composeFile(plan: Plan): string {
  const { user } = plan;
  return `# The whole stack: node, index, database, three signers, service and proxy. Made by \`ordbook init\`.
# The images ordbook and ordbook-ord are built from the Dockerfile of the repository, never pulled.
name: ordbook

x-ordbook: &ordbook
    image: ordbook:${plan.version}
    pull_policy: never
    user: "${user.uid}:${user.gid}"
${HARDENED}

services:
  bitcoind:
    image: ${BITCOIND_IMAGE}
    restart: unless-stopped
    # the image starts as root only to give its folder to its own user
    command: ["bitcoind", "-conf=/etc/bitcoin/bitcoin.conf", "-datadir=/home/bitcoin/.bitcoin", "-printtoconsole"]
    volumes:
      - node:/home/bitcoin/.bitcoin
      - ./node/bitcoin.conf:/etc/bitcoin/bitcoin.conf:ro
    networks: [chain]
    stop_grace_period: 10m

  ord:
    image: ${ORD_IMAGE}
    pull_policy: never
    user: "10001:10001"
${HARDENED}
    env_file: [ord.env]
    command: ["ord", "server", "--address", "0.0.0.0", "--http", "--http-port", "8081", "--polling-interval", "1s"]
    volumes:
      - index:/var/lib/ord
    networks: [chain]
    depends_on: [bitcoind]
    stop_grace_period: 5m

  postgres:
    image: ${POSTGRES_IMAGE}
    restart: unless-stopped
    env_file: [postgres.env]
    volumes:
      - database:/var/lib/postgresql/data
    networks: [database]
    healthcheck:
      test: ["CMD", "pg_isready", "--username=ordbook", "--dbname=ordbook"]
      interval: 10s
      timeout: 5s
      retries: 12

${SIGNER_ROLES.map(signer).join('\n')}
  service:
    <<: *ordbook
    env_file: [signers.env, service.env]
    command: ["ordbook", "start"]
    volumes:
      - ./public:/etc/ordbook/public:ro
      - ./tls/service:/etc/ordbook/tls:ro
    networks: [chain, database, signers, public, monitoring]
    depends_on:
      postgres:
        condition: service_healthy
      market:
        condition: service_started
      policy:
        condition: service_started
      gate:
        condition: service_started

  proxy:
    image: ${CADDY_IMAGE}
    restart: unless-stopped
    cap_drop: [ALL]
    cap_add: [NET_BIND_SERVICE]
    security_opt: ["no-new-privileges:true"]
    command: ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
    ports:
      - "80:80"
      - "443:443"
    volumes:
      - ./proxy/Caddyfile:/etc/caddy/Caddyfile:ro
      - certificates:/data
    networks: [public]
    depends_on: [service]

networks:
  chain: {}
  database:
    internal: true
  signers:
    internal: true
  # for Prometheus: deploy/monitoring/compose.yaml
  monitoring:
    internal: true
  public:
    ipam:
      config:
        - subnet: ${PROXY_SUBNET}

volumes:
  node: {}
  index: {}
  database: {}
  certificates: {}
`;
}

function signer(role: SignerRole): string {
  const policy = role === 'policy';
  const list = policy ? ', "--collections", "/etc/ordbook/public/collections.json"' : '';
  return `  ${role}:
    <<: *ordbook
    env_file: [signers.env${policy ? ', policy.env' : ''}]
    command: ["ordbook", "signer", "--role", "${role}", "--socket", "https://0.0.0.0:${SIGNER_PORTS[role]}", "--keys", "/var/lib/ordbook/keys.json"${list}]
    volumes:
      - ./keys/${role}:/var/lib/ordbook
      - ./public:/etc/ordbook/public:ro
      - ./tls/${role}:/etc/ordbook/tls:ro
    networks: [signers${policy ? ', chain' : ''}]
    healthcheck:
      # the image's check asks the service; GET /healthz of the service asks every signer
      disable: true
`;
}

/** The node's settings. `isOwnHost`: the node serves this machine only, not a container network. */
export function bitcoinConf(plan: Plan, isOwnHost: boolean): string {
  const { network } = plan.answers;
  const chain = CHAINS[network];
  const bind = isOwnHost
    ? ['rpcbind=127.0.0.1', 'rpcallowip=127.0.0.1']
    : ['rpcbind=0.0.0.0', 'rpcallowip=0.0.0.0/0'];
  return `# For bitcoin.conf of the node. Made by \`ordbook init\`. Passwords are in service.env and policy.env; here are their
# hashes. The policy signer has a user of its own, which may call only what it needs.
chain=${chain}
server=1
txindex=1
# a smaller one raises its minimum sooner, and trades wait
maxmempool=1000
${nodeUsers(plan.passwords).join('\n')}

[${chain}]
rpcport=${RPC_PORTS[network]}
${bind.join('\n')}
`;
}

/** Names of the networks in Bitcoin Core's settings; testnet4 has the same in `ord`. */
const CHAINS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'main',
  testnet: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

/** Settings of `ord`, which reads them from its environment. */
export function ordSettings({ answers, passwords }: Plan): SettingValues {
  const { network } = answers;
  return {
    ORD_CHAIN: network === 'testnet' ? CHAINS[network] : network,
    ORD_DATA_DIR: '/var/lib/ord',
    ORD_BITCOIN_RPC_URL: `bitcoind:${RPC_PORTS[network]}`,
    ORD_BITCOIN_RPC_USERNAME: 'ordbook',
    ORD_BITCOIN_RPC_PASSWORD: passwords.node,
    ORD_INDEX_SATS: '1',
    ORD_INDEX_ADDRESSES: '1',
    ORD_INDEX_RUNES: '1',
  };
}

/** Settings of the image of PostgreSQL. */
export function postgresSettings({ passwords }: Plan): SettingValues {
  return { POSTGRES_USER: 'ordbook', POSTGRES_DB: 'ordbook', POSTGRES_PASSWORD: passwords.database };
}

/** Makes role and database on a PostgreSQL of this machine. */
export function databaseSql({ passwords }: Plan): string {
  return `-- Role and database of the service. Made by \`ordbook init\`. Run it once, as the superuser of PostgreSQL.
CREATE ROLE ordbook LOGIN PASSWORD '${passwords.database}';
CREATE DATABASE ordbook OWNER ordbook;
`;
}
