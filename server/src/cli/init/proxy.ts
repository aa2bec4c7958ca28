/** nginx in front of a service on this machine. Certificates are those of a Let's Encrypt client. */
export function nginxSite(domain: string): string {
  return `# Public end of ordbook: TLS. Made by \`ordbook init\`. Put it into /etc/nginx/conf.d/.
upstream ordbook {
  # one line for each replica; one that fails once is left out for half a minute
  server 127.0.0.1:8080 max_fails=1 fail_timeout=30s;
  keepalive 32;
}

server {
  listen 80;
  listen [::]:80;
  server_name ${domain};
  location / {
    return 308 https://$host$request_uri;
  }
}

server {
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name ${domain};

  ssl_certificate /etc/letsencrypt/live/${domain}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${domain}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:ordbook:1m;
  add_header Strict-Transport-Security "max-age=31536000" always;

  # the service refuses larger bodies by itself
  client_max_body_size 8m;

  # figures for the operator, not for the public
  location = /metrics {
    return 404;
  }

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  # replaces what the client sent, so that nobody chooses the address that rate limits count
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  # responses that arrive in pieces are passed on at once
  proxy_buffering off;
  proxy_connect_timeout 2s;

  # a read that a hanging replica does not answer goes to another one
  location / {
    error_page 418 = @acts;
    if ($request_method !~ ^(GET|HEAD|OPTIONS)$) {
      return 418;
    }
    proxy_pass http://ordbook;
    proxy_read_timeout 8s;
    # a client that gives up earlier does not hide that a replica hangs
    proxy_ignore_client_abort on;
  }

  # what acts is sent once, and sign-in may wait for a scan of the node
  location @acts {
    proxy_pass http://ordbook;
    proxy_read_timeout 150s;
  }

  # reads that wait for a scan of the node, or ask it hundreds of times
  location ~ ^/(my/coins$|market/inscriptions/[^/]+/custody$) {
    proxy_pass http://ordbook;
    proxy_read_timeout 150s;
    proxy_next_upstream error;
  }

  # a stream says something each 15 s
  location = /events {
    proxy_pass http://ordbook;
    proxy_read_timeout 60s;
  }
}
`;
}

/** Caddy in front of the service; it gets its certificates by itself. `upstream`: host and port. */
export function caddyfile(domain: string, upstream: string): string {
  return `# Public end of ordbook: TLS, with certificates that Caddy gets and renews. Made by \`ordbook init\`.
${domain} {
	# figures for the operator, not for the public
	respond /metrics 404

	# Caddy replaces the X-Forwarded-For of clients by itself
	reverse_proxy ${upstream} {
		# responses that arrive in pieces are passed on at once
		flush_interval -1
		# a replica that restarts is left out; another one, or itself when it is back, takes the request
		lb_try_duration 10s
		fail_duration 2s
		# so is one that hangs, or whose database does not respond
		health_uri /readyz
		health_interval 2s
		health_timeout 3s
		transport http {
			dial_timeout 2s
			# sign-in may wait for a scan of the node
			response_header_timeout 150s
		}
	}

	request_body {
		max_size 8MB
	}

	header Strict-Transport-Security "max-age=31536000"
}
`;
}
