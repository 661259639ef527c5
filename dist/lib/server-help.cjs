const e=/* @__PURE__ */ new Map([[`serve`,`Usage: querygate serve [options]

run the service; SIGTERM stops it once running requests are done

Options:
  --database-url <url>       URL of the PostgreSQL database of the service
                             (environment: QUERYGATE_DATABASE_URL)
  --data <folder>            folder of the embedded store (environment:
                             QUERYGATE_DATA; default: ./querygate-data)
  --host <host>              address to listen on (default: "127.0.0.1", env:
                             QUERYGATE_HOST)
  --port <port>              port to listen on; 0: any free port (default: 7460,
                             env: QUERYGATE_PORT)
  --threads <n>              worker threads that judge SQL; default: number of
                             CPUs plus one, at least 3 (env: QUERYGATE_THREADS)
  --trust-proxy [addresses]  trust \`X-Forwarded-For\` from proxies at these
                             addresses or ranges (comma-separated); without a
                             value: trust one proxy (env: QUERYGATE_TRUST_PROXY)
  --rate <group=n>           requests per minute: dryRun, simulate, poll, query,
                             events, read, manage, open, signIn, exchange,
                             refused (comma-separated, may be repeated) (env:
                             QUERYGATE_RATES)
  --metrics-port <port>      serve \`/metrics\` only on this port; set
                             QUERYGATE_METRICS_TOKEN to require a token (env:
                             QUERYGATE_METRICS_PORT)
  --public-url <url>         URL under which browsers reach the service, such as
                             \`https://querygate.example.com\` (env:
                             QUERYGATE_PUBLIC_URL)
  --identity-issuers <urls>  hosts of your own whose CI jobs trusts may let in,
                             such as \`https://gitlab.example.com\`
                             (comma-separated); those of GitHub and GitLab are
                             always accepted (env: QUERYGATE_IDENTITY_ISSUERS)
  --no-dashboard             serve the API only (environment:
                             QUERYGATE_DASHBOARD=off)
  --metrics-host <host>      address for \`--metrics-port\` (default: "127.0.0.1",
                             env: QUERYGATE_METRICS_HOST)
  --drain <seconds>          seconds to keep serving after \`/readyz\` reports not
                             ready (default: 0, env: QUERYGATE_DRAIN)
  --log-level <level>        level of the log on standard output (choices:
                             "debug", "info", "warn", "error", "silent",
                             default: "info", env: QUERYGATE_LOG_LEVEL)
  --demo                     serve a made-up workspace, from an embedded store
                             in a temporary folder that is deleted at the end
  --revocations <file>       file for the list of what was revoked, which a
                             start after a restore needs; keep it apart from the
                             store and its backups (env: QUERYGATE_REVOCATIONS)
  --after-restore <list>     for the first start on a restored store: the file
                             that \`--revocations\` wrote, \`revoke-all\`, or
                             \`moved\` if nothing was revoked since
  -h, --help                 display help for command
`],[`proxy`,`Usage: querygate proxy [options]

judge queries on their way to a database; SIGTERM stops it

Options:
  --upstream <host:port>     address of the database, or the folder of its
                             socket, such as \`/run/postgresql\`; PostgreSQL, or
                             with \`mysql://\` or \`mariadb://\` before it, that
                             (env: QUERYGATE_UPSTREAM)
  --listen <host:port>       address for clients (default: 127.0.0.1:6432, env:
                             QUERYGATE_PROXY_LISTEN)
  --mode <mode>              observe, warn or enforce, for all or as
                             \`user@database=<mode>\`; may be repeated (env:
                             QUERYGATE_PROXY_MODE)
  --on-unknown <action>      what mode \`enforce\` does with a query that cannot
                             be decided (choices: "pass", "warn", "block",
                             default: "block", env: QUERYGATE_ON_UNKNOWN)
  --max-rules-age <minutes>  block everything in mode \`enforce\` once the service
                             has not confirmed the rules for this long; default:
                             never (env: QUERYGATE_MAX_RULES_AGE)
  --block-without-events     block everything in mode \`enforce\` while there is
                             no room for events, instead of dropping them (env:
                             QUERYGATE_BLOCK_WITHOUT_EVENTS)
  --rules <path>             rule file or folder, without a service (env:
                             QUERYGATE_RULES)
  --events <how>             \`singly\` or \`summed\` to the service; without a
                             service, a file for \`history collect\` (env:
                             QUERYGATE_EVENTS)
  --auth <how>               how clients log in: see docs/proxy.md (choices:
                             "passthrough", "scram", "cleartext", default:
                             "passthrough", env: QUERYGATE_PROXY_AUTH)
  --auth-file <path>         file of roles and their \`rolpassword\`, for \`--auth
                             scram\` (env: QUERYGATE_PROXY_AUTH_FILE)
  --tls-cert <path>          certificate for clients, PEM (env:
                             QUERYGATE_PROXY_TLS_CERT)
  --tls-key <path>           its key, PEM (env: QUERYGATE_PROXY_TLS_KEY)
  --tls-required             refuse clients that connect without TLS (env:
                             QUERYGATE_PROXY_TLS_REQUIRED)
  --upstream-tls <how>       TLS to the database; \`verify\` checks its
                             certificate and name (choices: "off", "require",
                             "verify", default: "off", env:
                             QUERYGATE_UPSTREAM_TLS)
  --upstream-tls-direct      begin with TLS at once (PostgreSQL 17 and newer)
                             (env: QUERYGATE_UPSTREAM_TLS_DIRECT)
  --upstream-ca <path>       certificate authorities trusted for the database,
                             PEM (env: QUERYGATE_UPSTREAM_CA)
  --data <folder>            folder for the last known rules and for events that
                             wait to be sent (default: "querygate-proxy", env:
                             QUERYGATE_PROXY_DATA)
  --id <name>                name of this proxy, unique in the workspace;
                             default: the host name and random characters, kept
                             in the folder (env: QUERYGATE_PROXY_ID)
  --probes <host:port>       serve \`/healthz\`, \`/readyz\` and \`/metrics\` here;
                             set QUERYGATE_METRICS_TOKEN to require a token for
                             metrics (env: QUERYGATE_PROXY_PROBES)
  --max-sessions <n>         sessions at the same time (default: 1000, env:
                             QUERYGATE_PROXY_MAX_SESSIONS)
  --workers <n>              processes that share the port; each has a folder of
                             its own in \`--data\`, a name of its own, and the
                             next port for probes (default: 1, env:
                             QUERYGATE_PROXY_WORKERS)
  --drain <seconds>          seconds for sessions to become idle after SIGTERM
                             (default: 30, env: QUERYGATE_DRAIN)
  --log-level <level>        level of the log on standard output (choices:
                             "info", "warn", "error", default: "info", env:
                             QUERYGATE_LOG_LEVEL)
  -h, --help                 display help for command
`],[`admin`,`Usage: querygate admin [options] [command]

manage a service on its own machine: workspaces, users, API keys, rulesets,
history, audit trail

Options:
  -h, --help      display help for command

Commands:
  init [options]  create the first workspace, its owner and an API key for CI
  workspace       create, list and show workspaces
  user            manage the users who can sign in
  sign-in         lift locks after failed sign-ins
  invitation      invite users to a workspace
  member          manage the members of a workspace and their roles
  keys            manage API keys
  trust           let CI jobs in without an API key, by the identity of their
                  host
  ruleset         manage the active ruleset of a workspace
  policy          manage which query data is kept, and for how long
  history         manage the query history of production
  audit           check and export the audit trail
  help [command]  display help for command
`],[`admin init`,`Usage: querygate admin init [options]

create the first workspace, its owner and an API key for CI

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      id of the workspace: letters, digits, \`_\` and \`-\`
  --name <name>         name of the workspace; default: its id
  --email <address>     e-mail address of its owner
  --person-name <name>  name of the owner; default: the e-mail address
  --password-stdin      read the password from standard input
  -h, --help            display help for command
`],[`admin workspace`,`Usage: querygate admin workspace [options] [command]

create, list and show workspaces

Options:
  -h, --help                    display help for command

Commands:
  create [options] <id>         create a workspace; its active ruleset is the
                                built-in rules
  rename [options] <id> <name>  change the display name of a workspace
  list [options]                list the workspaces
  show [options] <id>           show a workspace with its members and data
                                policy
  help [command]                display help for command
`],[`admin workspace create`,`Usage: querygate admin workspace create [options] <id>

create a workspace; its active ruleset is the built-in rules

Arguments:
  id                    letters, digits, \`_\` and \`-\`

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --name <name>         display name; default: the id
  -h, --help            display help for command
`],[`admin workspace rename`,`Usage: querygate admin workspace rename [options] <id> <name>

change the display name of a workspace

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin workspace list`,`Usage: querygate admin workspace list [options]

list the workspaces

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin workspace show`,`Usage: querygate admin workspace show [options] <id>

show a workspace with its members and data policy

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin user`,`Usage: querygate admin user [options] [command]

manage the users who can sign in

Options:
  -h, --help                           display help for command

Commands:
  create [options] <e-mail address>    create a user
  password [options] <e-mail address>  set a new password for a user and end all
                                       their sessions
  disable [options] <e-mail address>   stop a user from signing in and end all
                                       their sessions
  enable [options] <e-mail address>    let a disabled user sign in again
  sign-out [options] <e-mail address>  end all sessions of a user
  list [options]                       list all users
  help [command]                       display help for command
`],[`admin user create`,`Usage: querygate admin user create [options] <e-mail address>

create a user

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --name <name>         display name; default: the e-mail address
  --password-stdin      read the password from standard input
  -h, --help            display help for command
`],[`admin user password`,`Usage: querygate admin user password [options] <e-mail address>

set a new password for a user and end all their sessions

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --password-stdin      read the password from standard input
  -h, --help            display help for command
`],[`admin user disable`,`Usage: querygate admin user disable [options] <e-mail address>

stop a user from signing in and end all their sessions

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin user enable`,`Usage: querygate admin user enable [options] <e-mail address>

let a disabled user sign in again

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin user sign-out`,`Usage: querygate admin user sign-out [options] <e-mail address>

end all sessions of a user

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin user list`,`Usage: querygate admin user list [options]

list all users

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin sign-in`,`Usage: querygate admin sign-in [options] [command]

lift locks after failed sign-ins

Options:
  -h, --help                         display help for command

Commands:
  unlock [options] <e-mail address>  let a user sign in again who was locked by
                                     failed sign-ins
  help [command]                     display help for command
`],[`admin sign-in unlock`,`Usage: querygate admin sign-in unlock [options] <e-mail address>

let a user sign in again who was locked by failed sign-ins

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin invitation`,`Usage: querygate admin invitation [options] [command]

invite users to a workspace

Options:
  -h, --help                                            display help for command

Commands:
  create [options] <workspace> <e-mail address> <role>  invite a user; the token is shown only once, and no e-mail is sent
  help [command]                                        display help for command
`],[`admin invitation create`,`Usage: querygate admin invitation create [options] <workspace> <e-mail address> <role>

invite a user; the token is shown only once, and no e-mail is sent

Arguments:
  workspace
  e-mail address
  role                  owner, admin, member, viewer

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --ttl <days>          days until the invitation expires; default: 7
  -h, --help            display help for command
`],[`admin member`,`Usage: querygate admin member [options] [command]

manage the members of a workspace and their roles

Options:
  -h, --help                                         display help for command

Commands:
  set [options] <workspace> <e-mail address> <role>  add a member or change their role
  remove [options] <workspace> <e-mail address>      remove a member
  list [options] <workspace>                         list the members of a workspace
  help [command]                                     display help for command
`],[`admin member set`,`Usage: querygate admin member set [options] <workspace> <e-mail address> <role>

add a member or change their role

Arguments:
  workspace
  e-mail address
  role                  owner, admin, member, viewer

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin member remove`,`Usage: querygate admin member remove [options] <workspace> <e-mail address>

remove a member

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin member list`,`Usage: querygate admin member list [options] <workspace>

list the members of a workspace

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin keys`,`Usage: querygate admin keys [options] [command]

manage API keys

Options:
  -h, --help              display help for command

Commands:
  create [options]        create an API key; it is shown only once
  list [options]          list the API keys, newest first
  find [options]          identify the API keys in a text on standard input,
                          such as a leaked one
  rotate [options] [id]   replace one key, or all keys with a scope; the old key
                          keeps working until \`keys confirm\`
  confirm [options] <id>  finish a rotation: revoke the old key
  revoke [options] <id>   revoke a key immediately and permanently
  help [command]          display help for command
`],[`admin keys create`,`Usage: querygate admin keys create [options]

create an API key; it is shown only once

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  --name <name>         name that says what the key is used for
  --preset <preset>     scopes for a common use (ci-pipeline: dry runs of SQL
                        files in CI; tcp-proxy: a proxy in front of a database;
                        http-service: an application that checks queries before
                        it runs them) (choices: "ci-pipeline", "tcp-proxy",
                        "http-service")
  --scope <scope>       one scope (may be repeated): ci_dryrun:execute,
                        rules:simulate, rules:read, proxy:evaluate,
                        telemetry:write, audit:read
  --ttl <days>          days until the key expires; default: never
  --database-id <id>    database that the key is used for; recorded with
                        everything that the key sends
  -h, --help            display help for command
`],[`admin keys list`,`Usage: querygate admin keys list [options]

list the API keys, newest first

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin keys find`,`Usage: querygate admin keys find [options]

identify the API keys in a text on standard input, such as a leaked one

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  -h, --help            display help for command
`],[`admin keys rotate`,`Usage: querygate admin keys rotate [options] [id]

replace one key, or all keys with a scope; the old key keeps working until \`keys
confirm\`

Arguments:
  id                    id of the key, \`key_\u2026\`

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace; with --all, rotate only its keys
  --all                 rotate all active keys that have the scope
  --scope <scope>       the scope to rotate, with --all: ci_dryrun:execute,
                        rules:simulate, rules:read, proxy:evaluate,
                        telemetry:write, audit:read
  --at-once             revoke the old keys immediately
  -h, --help            display help for command
`],[`admin keys confirm`,`Usage: querygate admin keys confirm [options] <id>

finish a rotation: revoke the old key

Arguments:
  id                    id of the old key

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin keys revoke`,`Usage: querygate admin keys revoke [options] <id>

revoke a key immediately and permanently

Arguments:
  id                    id of the key

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin trust`,`Usage: querygate admin trust [options] [command]

let CI jobs in without an API key, by the identity of their host

Options:
  -h, --help             display help for command

Commands:
  create [options]       trust the identity tokens of the jobs of a repository
  list [options]         list the trusts, newest first, with their last use
  remove [options] <id>  remove a trust immediately, with the tokens that it
                         gave
  help [command]         display help for command
`],[`admin trust create`,`Usage: querygate admin trust create [options]

trust the identity tokens of the jobs of a repository

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  --name <name>         name that says which jobs it lets in
  --host <host>         the CI host (choices: "github", "gitlab")
  --issuer <url>        the claim \`iss\` of a host of your own, which \`serve
                        --identity-issuers\` must list
  --base-url <url>      the base URL that the jobs use for the service
  --claim <name=value>  a value that a claim may have (may be repeated; needed:
                        github: repository_id, repository_owner_id, event_name,
                        job_workflow_ref; gitlab: project_id, namespace_id,
                        ci_config_ref_uri)
  --scope <scope>       one scope (may be repeated): ci_dryrun:execute,
                        rules:simulate, rules:read
  --ttl <minutes>       minutes for which a token is valid, at most 15; default:
                        15
  -h, --help            display help for command
`],[`admin trust list`,`Usage: querygate admin trust list [options]

list the trusts, newest first, with their last use

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin trust remove`,`Usage: querygate admin trust remove [options] <id>

remove a trust immediately, with the tokens that it gave

Arguments:
  id                    id of the trust, \`trust_\u2026\`

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin ruleset`,`Usage: querygate admin ruleset [options] [command]

manage the active ruleset of a workspace

Options:
  -h, --help                   display help for command

Commands:
  activate [options] <path>    activate a ruleset
  restore [options] <version>  activate an earlier version again, as a new
                               version
  list [options]               list all versions, newest first
  show [options] [version]     show a version with its files
  help [command]               display help for command
`],[`admin ruleset activate`,`Usage: querygate admin ruleset activate [options] <path>

activate a ruleset

Arguments:
  path                  a rule file, a folder of rule files, or a pack such as
                        querygate:recommended@1

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  --reason <text>       why, for the audit trail
  -h, --help            display help for command
`],[`admin ruleset restore`,`Usage: querygate admin ruleset restore [options] <version>

activate an earlier version again, as a new version

Arguments:
  version               a version number from \`ruleset list\`

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  --reason <text>       why, for the audit trail
  -h, --help            display help for command
`],[`admin ruleset list`,`Usage: querygate admin ruleset list [options]

list all versions, newest first

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin ruleset show`,`Usage: querygate admin ruleset show [options] [version]

show a version with its files

Arguments:
  version               default: the active version

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin policy`,`Usage: querygate admin policy [options] [command]

manage which query data is kept, and for how long

Options:
  -h, --help      display help for command

Commands:
  show [options]  show the data policy
  set [options]   change the data policy; settings that are not given stay as
                  they are
  help [command]  display help for command
`],[`admin policy show`,`Usage: querygate admin policy show [options]

show the data policy

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin policy set`,`Usage: querygate admin policy set [options]

change the data policy; settings that are not given stay as they are

Options:
  --database-url <url>     URL of the PostgreSQL database of the service
                           (environment: QUERYGATE_DATABASE_URL)
  --data <folder>          folder of the embedded store (environment:
                           QUERYGATE_DATA; default: ./querygate-data)
  --json                   print the result as JSON
  --workspace <id>         the workspace
  --retention-days <days>  days to keep queries and history
  --grace-days <days>      days before a lowered retention deletes anything
  --query-text <which>     query text to store: none, shape (literals replaced)
                           or full
  -h, --help               display help for command
`],[`admin history`,`Usage: querygate admin history [options] [command]

manage the query history of production

Options:
  -h, --help                 display help for command

Commands:
  import [options] <file>    import a snapshot written by \`querygate history
                             collect\`
  list [options]             list the sources of the history: imported
                             snapshots, and queries and events sent to the
                             service
  forget [options] <import>  remove an imported snapshot from the history
  help [command]             display help for command
`],[`admin history import`,`Usage: querygate admin history import [options] <file>

import a snapshot written by \`querygate history collect\`

Arguments:
  file                  the snapshot

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  --allow-overlap       import a snapshot even if it seems to overlap an earlier
                        import
  -h, --help            display help for command
`],[`admin history list`,`Usage: querygate admin history list [options]

list the sources of the history: imported snapshots, and queries and events sent
to the service

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin history forget`,`Usage: querygate admin history forget [options] <import>

remove an imported snapshot from the history

Arguments:
  import                id of the import, \`imp_\u2026\`

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  -h, --help            display help for command
`],[`admin audit`,`Usage: querygate admin audit [options] [command]

check and export the audit trail

Options:
  -h, --help        display help for command

Commands:
  verify [options]  recompute the hashes; fails if the chain is broken
  export [options]  write all entries as JSON lines, oldest first
  help [command]    display help for command
`],[`admin audit verify`,`Usage: querygate admin audit verify [options]

recompute the hashes; fails if the chain is broken

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --json                print the result as JSON
  --workspace <id>      the workspace
  --full                check all entries again, not only those after the last
                        verification
  -h, --help            display help for command
`],[`admin audit export`,`Usage: querygate admin audit export [options]

write all entries as JSON lines, oldest first

Options:
  --database-url <url>  URL of the PostgreSQL database of the service
                        (environment: QUERYGATE_DATABASE_URL)
  --data <folder>       folder of the embedded store (environment:
                        QUERYGATE_DATA; default: ./querygate-data)
  --workspace <id>      the workspace
  --output <file>       file to create; default: standard output
  -h, --help            display help for command
`],[`lsp`,`Usage: querygate lsp [options]

language server for editors: findings while typing, on standard input and output

Options:
  -h, --help  display help for command

Docs: docs/editors.md of Querygate
`],[`mcp`,`Usage: querygate mcp [options]

MCP server for agents, on standard input and output: checks and explains SQL,
lists the rules, and runs queries that pass

Options:
  --rules <path>                 ruleset: a file, a folder, or a pack such as
                                 querygate:read-only@1 (default: that of the
                                 repository) (env: QUERYGATE_RULES)
  --dialect <dialect>            SQL dialect (default: from the configuration of
                                 the repository) (choices: "postgresql",
                                 "mysql", "mariadb", "sqlite", "transactsql",
                                 "cockroachdb", "redshift")
  --caller <key=value>           who runs the SQL: user, role, application or
                                 database (repeatable)
  --database-url <url>           PostgreSQL in which one query at a time may run
                                 if the rules allow it, in a read-only
                                 transaction; better given by the environment,
                                 since others can read a command line (env:
                                 QUERYGATE_DATABASE_URL)
  --statement-timeout <seconds>  how long a query may run (default: 10)
  --max-rows <n>                 rows of an answer (default: 100)
  --events <path>                file to which each query that was to run is
                                 appended, for \`history collect\` (env:
                                 QUERYGATE_MCP_EVENTS)
  -h, --help                     display help for command

Docs: docs/agents.md of Querygate
`],[`hook`,`Usage: querygate hook [options]

hook of a coding agent before a tool call: reads the call on standard input, and
stops it if it has SQL that the rules block or that cannot be judged

Options:
  --rules <path>        ruleset: a file, a folder, or a pack such as
                        querygate:read-only@1 (default: that of the repository)
                        (env: QUERYGATE_RULES)
  --dialect <dialect>   SQL dialect (default: from the configuration of the
                        repository) (choices: "postgresql", "mysql", "mariadb",
                        "sqlite", "transactsql", "cockroachdb", "redshift")
  --caller <key=value>  who runs the SQL: user, role, application or database
                        (repeatable)
  -h, --help            display help for command

Docs: docs/agents.md of Querygate
`]]);exports.SERVER_HELP=e;