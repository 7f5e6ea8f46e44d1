// A peer on go-libp2p and boxo, what Kubo is made of, for tests of interoperability. It takes a JSON object a line
// on its standard input, and answers each with one on its standard output. The first line is its addresses.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"
	"unsafe"

	"github.com/ipfs/boxo/bitswap"
	bsmsg "github.com/ipfs/boxo/bitswap/message"
	pb "github.com/ipfs/boxo/bitswap/message/pb"
	bsnet "github.com/ipfs/boxo/bitswap/network/bsnet"
	"github.com/ipfs/boxo/blockstore"
	"github.com/ipfs/boxo/ipns"
	blocks "github.com/ipfs/go-block-format"
	"github.com/ipfs/go-cid"
	"github.com/ipfs/go-datastore"
	dssync "github.com/ipfs/go-datastore/sync"
	"github.com/libp2p/go-libp2p"
	dht "github.com/libp2p/go-libp2p-kad-dht"
	pubsub "github.com/libp2p/go-libp2p-pubsub"
	"github.com/libp2p/go-libp2p/core/host"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/libp2p/go-libp2p/p2p/host/autonat"
	libp2phttp "github.com/libp2p/go-libp2p/p2p/http"
	"github.com/libp2p/go-libp2p/p2p/protocol/autonatv2"
	"github.com/libp2p/go-msgio"
	ma "github.com/multiformats/go-multiaddr"
	mh "github.com/multiformats/go-multihash"
)

const bitswapProtocol = "/ipfs/bitswap/1.2.0"

type request struct {
	Op    string
	Data  []byte
	Cid   string
	Cids  []string
	Addr  string
	Addrs []string
	Topic string
	Count int
	Size  int
}

type answer struct {
	Error string   `json:",omitempty"`
	Addrs []string `json:",omitempty"`
	Cid   string   `json:",omitempty"`
	Cids  []string `json:",omitempty"`
	Data  []byte   `json:",omitempty"`
	From  string   `json:",omitempty"`
	Said  []string `json:",omitempty"`
}

type node struct {
	host     host.Host
	store    blockstore.Blockstore
	exchange *bitswap.Bitswap
	pubsub   *pubsub.PubSub
	subs     map[string]*pubsub.Subscription
	dht      *dht.IpfsDHT
}

func main() {
	ctx := context.Background()
	n, err := start(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}

	out := json.NewEncoder(os.Stdout)
	// not what the host tells others, which it finds out in the background
	listens, _ := n.host.Network().InterfaceListenAddresses()
	addrs, _ := peer.AddrInfoToP2pAddrs(&peer.AddrInfo{ID: n.host.ID(), Addrs: listens})
	hello := answer{}
	for _, a := range addrs {
		hello.Addrs = append(hello.Addrs, a.String())
	}
	out.Encode(hello)

	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var r request
		a := &answer{}
		err := json.Unmarshal(in.Bytes(), &r)
		if err == nil {
			a, err = n.do(ctx, r)
		}
		if err != nil {
			a = &answer{Error: err.Error()}
		}
		out.Encode(a)
	}
}

func start(ctx context.Context) (*node, error) {
	h, err := libp2p.New(libp2p.ListenAddrStrings(
		"/ip4/127.0.0.1/tcp/0", "/ip4/127.0.0.1/tcp/0/ws", "/ip4/127.0.0.1/udp/0/quic-v1/webtransport", "/ip4/127.0.0.1/udp/0/webrtc-direct"))
	if err != nil {
		return nil, err
	}
	store := blockstore.NewBlockstore(dssync.MutexWrap(datastore.NewMapDatastore()))
	exchange := bitswap.New(ctx, bsnet.NewFromIpfsHost(h), nil, store)
	ps, err := pubsub.NewGossipSub(ctx, h, pubsub.WithFloodPublish(true), pubsub.WithDefaultValidator(pubsub.NewBasicSeqnoValidator(&seen{m: map[peer.ID][]byte{}}, nil)))
	if err != nil {
		return nil, err
	}
	// a server of the local network's, as Kubo's
	d, err := dht.New(ctx, h, dht.Mode(dht.ModeServer), dht.ProtocolExtension("/lan"), dht.NamespacedValidator("ipns", ipns.Validator{KeyBook: h.Peerstore()}))
	if err != nil {
		return nil, err
	}
	return &node{h, store, exchange, ps, map[string]*pubsub.Subscription{}, d}, nil
}

// seen is where the validator keeps which message of a peer came last, as Kubo has it in its datastore.
type seen struct{ m map[peer.ID][]byte }

func (s *seen) Get(_ context.Context, p peer.ID) ([]byte, error) { return s.m[p], nil }
func (s *seen) Put(_ context.Context, p peer.ID, v []byte) error { s.m[p] = v; return nil }

func (n *node) do(ctx context.Context, r request) (*answer, error) {
	// ends what hangs; on a busy machine all takes a while
	ctx, cancel := context.WithTimeout(ctx, 60*time.Second)
	defer cancel()

	switch r.Op {
	case "connect":
		info, err := peer.AddrInfoFromString(r.Addr)
		if err != nil {
			return nil, err
		}
		return &answer{}, n.host.Connect(ctx, *info)
	case "dialback": // AutoNAT: whether a peer reaches this one at these addresses
		id, err := peer.Decode(r.Topic)
		if err != nil {
			return nil, err
		}
		var addrs []ma.Multiaddr
		for _, text := range r.Addrs {
			addr, err := ma.NewMultiaddr(text)
			if err != nil {
				return nil, err
			}
			addrs = append(addrs, addr)
		}
		return &answer{}, autonat.NewAutoNATClient(n.host, func() []ma.Multiaddr { return addrs }, nil).DialBack(ctx, id)
	case "natserver": // answers those who ask whether they can be reached, on the loopback too: by AutoNAT v1 or v2
		return &answer{}, n.serveAutoNAT(r.Topic)
	case "put":
		b, err := block(r.Data)
		if err != nil {
			return nil, err
		}
		return &answer{Cid: b.Cid().String()}, n.put(ctx, b)
	case "fill": // many blocks at once
		a := &answer{}
		for i := 0; i < r.Count; i++ {
			data := make([]byte, r.Size)
			for j := range data {
				data[j] = byte(i*31 + j*7 + j>>8)
			}
			copy(data, fmt.Sprintf("%d", i))
			b, err := block(data)
			if err == nil {
				err = n.put(ctx, b)
			}
			if err != nil {
				return nil, err
			}
			a.Cids = append(a.Cids, b.Cid().String())
		}
		return a, nil
	case "fetch": // many blocks in one session, and keeps them
		return &answer{}, n.fetch(r.Cids)
	case "get":
		c, err := cid.Decode(r.Cid)
		if err != nil {
			return nil, err
		}
		b, err := n.exchange.GetBlock(ctx, c)
		if err != nil {
			return nil, err
		}
		return &answer{Data: b.RawData()}, nil
	case "provide":
		c, err := cid.Decode(r.Cid)
		if err != nil {
			return nil, err
		}
		return &answer{}, n.dht.Provide(ctx, c, true)
	case "providers":
		c, err := cid.Decode(r.Cid)
		if err != nil {
			return nil, err
		}
		a := &answer{}
		for p := range n.dht.FindProvidersAsync(ctx, c, 1) {
			addrs, _ := peer.AddrInfoToP2pAddrs(&p)
			for _, addr := range addrs {
				a.Addrs = append(a.Addrs, addr.String())
			}
		}
		return a, nil
	case "record": // of a name
		id, err := peer.Decode(r.Topic)
		if err != nil {
			return nil, err
		}
		v, err := n.dht.GetValue(ctx, string(ipns.NameFromPeer(id).RoutingKey()))
		return &answer{Data: v}, err
	case "versions": // from now on bitswap is spoken as nobody does, and a peer is asked for such; what it says to each
		for _, p := range n.host.Mux().Protocols() {
			if strings.HasPrefix(string(p), "/ipfs/bitswap") {
				n.host.RemoveStreamHandler(p)
			}
		}
		id, err := peer.Decode(r.Topic)
		if err != nil {
			return nil, err
		}
		a := &answer{}
		for _, p := range []protocol.ID{"/ipfs/bitswap/9.9.9", "/ipfs/bitswap", "/nobody/knows/1"} {
			s, err := n.host.NewStream(ctx, id, p)
			if err == nil {
				s.Reset()
			}
			a.Said = append(a.Said, fmt.Sprint(err))
		}
		n.host.SetStreamHandler("/ipfs/bitswap/9.9.9", func(s network.Stream) { s.Reset() })
		return a, nil
	case "stall": // from now on bitswap is taken, and not read
		n.host.SetStreamHandler(bitswapProtocol, func(network.Stream) {})
		return &answer{}, nil
	case "lie": // from now on this one has all that is asked for, and sends something else
		n.host.SetStreamHandler(bitswapProtocol, n.lie)
		return &answer{}, nil
	case "flood": // asks a peer for so many blocks that nobody has, a thousand a message
		return &answer{}, n.flood(ctx, r.Topic, r.Count)
	case "streams": // opens so many streams to a peer, or as many as it is let, and says the same on each
		opened, err := n.open(ctx, r.Topic, r.Count, r.Data)
		if err != nil && opened == 0 {
			return nil, err
		}
		return &answer{From: fmt.Sprint(opened)}, nil
	case "servegateway": // serves the blocks as a trustless gateway over libp2p, and bitswap no more
		return &answer{}, n.serveGateway(r.Addr)
	case "fromgateway": // a path of the trustless gateway of a connected peer; says the status
		status, data, err := n.fromGateway(r.Topic, r.Addr)
		return &answer{From: fmt.Sprint(status), Data: data}, err
	case "subscribe":
		sub, err := n.pubsub.Subscribe(r.Topic)
		n.subs[r.Topic] = sub
		return &answer{}, err
	case "publish":
		return &answer{}, n.pubsub.Publish(r.Topic, r.Data)
	case "next":
		m, err := n.subs[r.Topic].Next(ctx)
		if err != nil {
			return nil, err
		}
		return &answer{From: m.GetFrom().String(), Data: m.Data}, nil
	}
	return nil, fmt.Errorf("no such op: %s", r.Op)
}

func (n *node) fetch(texts []string) error {
	// ends what hangs: very much may be asked for
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()

	var cids []cid.Cid
	for _, text := range texts {
		c, err := cid.Decode(text)
		if err != nil {
			return err
		}
		cids = append(cids, c)
	}
	found, err := n.exchange.NewSession(ctx).GetBlocks(ctx, cids)
	if err != nil {
		return err
	}
	count := 0
	for b := range found {
		if err := n.put(ctx, b); err != nil {
			return err
		}
		count++
	}
	if count < len(cids) {
		return fmt.Errorf("%d of %d blocks came", count, len(cids))
	}
	return nil
}

func (n *node) lie(s network.Stream) {
	defer s.Reset()
	in := msgio.NewVarintReaderSize(s, network.MessageSizeMax)
	for {
		asked, _, err := bsmsg.FromMsgReader(in)
		if err != nil {
			return
		}
		reply := bsmsg.New(false)
		for _, e := range asked.Wantlist() {
			if wrong, err := block(append([]byte("not "), e.Cid.Bytes()...)); err == nil && !e.Cancel {
				reply.AddHave(e.Cid)
				reply.AddBlock(wrong)
			}
		}
		if !reply.Empty() && n.say(context.Background(), s.Conn().RemotePeer(), reply) != nil {
			return
		}
	}
}

func (n *node) flood(ctx context.Context, to string, count int) error {
	id, err := peer.Decode(to)
	if err != nil {
		return err
	}
	for i := 0; i < count; i += 1000 {
		m := bsmsg.New(false)
		for j := i; j < i+1000; j++ {
			if b, err := block(fmt.Appendf(nil, "nobody has %d", j)); err == nil {
				m.AddEntry(b.Cid(), 1, pb.Message_Wantlist_Block, true)
			}
		}
		if err := n.say(ctx, id, m); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) say(ctx context.Context, to peer.ID, m bsmsg.BitSwapMessage) error {
	s, err := n.host.NewStream(ctx, to, bitswapProtocol)
	if err != nil {
		return err
	}
	if err := m.ToNetV1(s); err != nil {
		s.Reset()
		return err
	}
	return s.CloseWrite()
}

func (n *node) open(ctx context.Context, to string, count int, data []byte) (int, error) {
	id, err := peer.Decode(to)
	if err != nil {
		return 0, err
	}
	for i := 0; i < count; i++ {
		if err := n.openOne(ctx, id, data); err != nil {
			return i, err
		}
	}
	return count, nil
}

func (n *node) openOne(ctx context.Context, id peer.ID, data []byte) error {
	// QUIC waits for as long as the other end has room for no more: the streams that are open stay so
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	s, err := n.host.NewStream(ctx, id, bitswapProtocol)
	if err != nil {
		return err
	}
	_, err = s.Write(data)
	return err
}

// serveAutoNAT answers by one version of the protocol, with a host of its own to dial from.
func (n *node) serveAutoNAT(version string) error {
	dialer, err := libp2p.New(libp2p.NoListenAddrs)
	if err != nil {
		return err
	}
	if version == "v1" {
		_, err = autonat.New(n.host, autonat.EnableService(dialer.Network()), allowing[autonat.Option]("dialPolicy", "allowSelfDials"))
		return err
	}
	nat, err := autonatv2.New(dialer, allowing[autonatv2.AutoNATOption]("allowPrivateAddrs"))
	if err != nil {
		return err
	}
	return nat.Start(n.host)
}

// allowing is an option that sets a switch which only the package's own tests reach: the loopback is all that tests have.
func allowing[Option any](path ...string) Option {
	made := reflect.MakeFunc(reflect.TypeFor[Option](), func(args []reflect.Value) []reflect.Value {
		field := args[0].Elem()
		for _, name := range path {
			field = field.FieldByName(name)
		}
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().SetBool(true)
		return []reflect.Value{reflect.Zero(reflect.TypeFor[error]())}
	})
	return made.Interface().(Option)
}

// serveGateway serves GET /ipfs/CID?format=raw below a prefix, as the gateway of Kubo does.
func (n *node) serveGateway(prefix string) error {
	for _, p := range n.host.Mux().Protocols() {
		if strings.HasPrefix(string(p), "/ipfs/bitswap") {
			n.host.RemoveStreamHandler(p)
		}
	}
	h := libp2phttp.Host{StreamHost: n.host, ServeMux: http.NewServeMux()}
	h.WellKnownHandler.AddProtocolMeta("/ipfs/gateway", libp2phttp.ProtocolMeta{Path: prefix})
	h.ServeMux.HandleFunc(prefix+"ipfs/{cid}", func(w http.ResponseWriter, r *http.Request) {
		c, err := cid.Decode(r.PathValue("cid"))
		if err != nil || r.FormValue("format") != "raw" {
			http.Error(w, "only blocks", http.StatusBadRequest)
			return
		}
		b, err := n.store.Get(r.Context(), c)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		w.Write(b.RawData())
	})
	go h.Serve()
	return nil
}

func (n *node) fromGateway(of, path string) (int, []byte, error) {
	id, err := peer.Decode(of)
	if err != nil {
		return 0, nil, err
	}
	client, err := (&libp2phttp.Host{StreamHost: n.host}).NamespacedClient("/ipfs/gateway", peer.AddrInfo{ID: id})
	if err != nil {
		return 0, nil, err
	}
	resp, err := client.Get(path)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, data, err
}

func (n *node) put(ctx context.Context, b blocks.Block) error {
	if err := n.store.Put(ctx, b); err != nil {
		return err
	}
	return n.exchange.NotifyNewBlocks(ctx, b)
}

func block(data []byte) (blocks.Block, error) {
	c, err := cid.Prefix{Version: 1, Codec: cid.Raw, MhType: mh.SHA2_256, MhLength: -1}.Sum(data)
	if err != nil {
		return nil, err
	}
	return blocks.NewBlockWithCid(data, c)
}
