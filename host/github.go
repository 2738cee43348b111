package host

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// GitHub is the git host that lamps are pulled from, over HTTPS and read only.
type GitHub struct {
	Raw string // where files are; empty: that of github.com
	API string // where tags are listed; empty: that of github.com
}

// Tags implements manifest.GitHost.
func (g GitHub) Tags(ctx context.Context, owner, repo string) ([]string, error) {
	base := g.API
	if base == "" {
		base = "https://api.github.com"
	}
	src, err := g.get(ctx, base+"/repos/"+url.PathEscape(owner)+"/"+url.PathEscape(repo)+"/tags", 1<<20)
	if err != nil {
		return nil, err
	}
	var list []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(src, &list); err != nil {
		return nil, fmt.Errorf("the tags of %s/%s cannot be read", owner, repo)
	}
	tags := make([]string, len(list))
	for i, t := range list {
		tags[i] = t.Name
	}
	return tags, nil
}

// File implements manifest.GitHost.
func (g GitHub) File(ctx context.Context, owner, repo, tag, file string, limit int64) ([]byte, error) {
	base := g.Raw
	if base == "" {
		base = "https://raw.githubusercontent.com"
	}
	parts := append([]string{owner, repo}, strings.Split(tag, "/")...)
	parts = append(parts, strings.Split(file, "/")...)
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return g.get(ctx, base+"/"+strings.Join(parts, "/"), limit)
}

func (g GitHub) get(ctx context.Context, address string, limit int64) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, downloadTimeout)
	defer stop()
	body, err := download(ctx, address)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	src, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("download failed: %w", err)
	}
	if int64(len(src)) > limit {
		return nil, fmt.Errorf("download failed: larger than %d MiB", limit>>20)
	}
	return src, nil
}
